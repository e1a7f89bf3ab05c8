import { sentences } from '#shared/errors.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { ApiError } from './errors.ts'
import { saveFile } from './save-file.ts'
import { readSession } from './session-store.ts'
import { timeZone } from './time.ts'
import { failureOf } from './upload.ts'

/** The server's file name. */
function nameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}

/** A table that there are files of. */
export interface TableFile {
  /** Their URL, without the query. */
  path: `/api/${string}`
  /** The filters of the screen; what is undefined or empty is left out. */
  query?: Record<string, string | number | undefined>
  /** The subject of the screen, which does not count as a filter. */
  about?: Record<string, string>
  /** Given, the file is asked for by POST: of these rows alone, or of all while there are none. */
  ids?: readonly string[]
}

const filtersOf = ({ query = {} }: TableFile) =>
  Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]))

/** True if filters apply. */
export const isNarrowed = (table: TableFile) => filtersOf(table).length > 0

/** Fetches a table's file for the viewer's clock, as `downloadFile` does. */
export function downloadTable(table: TableFile, format: ExportFormat) {
  const { path, about, ids } = table
  const asked = { ...about, format, timeZone: timeZone() }
  const filters = Object.fromEntries(filtersOf(table))
  if (!ids) return downloadFile(`${path}?${new URLSearchParams({ ...asked, ...filters })}`)
  return downloadFile(path, { body: { ...asked, ...(ids.length > 0 ? { ids } : filters) } })
}

/**
 * Fetches a file from a REST path and hands it to the browser: a plain link would not carry the token. It is held in memory until it
 * is whole, so that half a file never looks like one.
 *
 * @param name instead of the one that the server gives it
 * @param body asks by POST
 * @throws ApiError, to be read with `messageOf`
 */
export async function downloadFile(path: `/api/${string}`, { name, body }: { name?: string; body?: object } = {}) {
  const token = readSession()?.token
  const lost = () => {
    throw new ApiError('NETWORK', sentences.networkError)
  }
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  }).catch(lost)
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null), token)
  const content = await response.blob().catch(lost)
  saveFile(name ?? nameOf(response.headers.get('content-disposition') ?? '') ?? 'download', content)
}
