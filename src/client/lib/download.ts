import { sentences } from '#shared/errors.ts'
import type { ExportFormat } from '#shared/exports.ts'
import { ApiError } from './errors.ts'
import { saveFile } from './save-file.ts'
import { readSession } from './session-store.ts'
import { timeZone } from './time.ts'
import { failureOf } from './upload.ts'

function nameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}

/** A table that can be exported. */
export interface TableFile {
  /** URL of the export, without the query. */
  path: `/api/${string}`
  /** The screen's filters. Undefined and empty values are left out. */
  query?: Record<string, string | number | undefined>
  /** The screen's subject, such as a test. Does not count as a filter. */
  about?: Record<string, string>
  /** If set, the file is requested by POST, for these rows. If empty, for all rows that match the filters. */
  ids?: readonly string[]
}

const filtersOf = ({ query = {} }: TableFile) =>
  Object.entries(query).flatMap(([key, value]) => (value === undefined || value === '' ? [] : [[key, String(value)]]))

export const isNarrowed = (table: TableFile) => filtersOf(table).length > 0

/** Exports a table in the viewer's time zone, through `downloadFile`. */
export function downloadTable(table: TableFile, format: ExportFormat) {
  const { path, about, ids } = table
  const asked = { ...about, format, timeZone: timeZone() }
  const filters = Object.fromEntries(filtersOf(table))
  if (!ids) return downloadFile(`${path}?${new URLSearchParams({ ...asked, ...filters })}`)
  return downloadFile(path, { body: { ...asked, ...(ids.length > 0 ? { ids } : filters) } })
}

/**
 * Downloads and saves a file from a REST path. A plain link would not send the token. The file is buffered until it is
 * complete, so a partial download is never saved.
 *
 * @param name overrides the server's file name
 * @param body if set, the request is a POST
 * @throws ApiError; get its message with `messageOf`
 */
export async function downloadFile(path: `/api/${string}`, { name, body }: { name?: string; body?: object } = {}) {
  const { content, disposition } = await fetchFile(path, body)
  saveFile(name ?? nameOf(disposition) ?? 'download', content)
}

/** Fetches a file, to display it or to save it. @throws ApiError; get its message with `messageOf` */
export async function fetchFile(path: `/api/${string}`, body?: object) {
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
  return { content, disposition: response.headers.get('content-disposition') ?? '' }
}
