import { sentences } from '#shared/errors.ts'
import { ApiError } from './errors.ts'
import { saveFile } from './save-file.ts'
import { readSession } from './session-store.ts'
import { failureOf } from './upload.ts'

/** What the server calls a file. */
function nameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}

/**
 * Fetches a file from a REST path and hands it to the browser: a plain link would not carry the token. It is held in memory until it
 * is whole, so that half a file never looks like one.
 *
 * @param name instead of the one that the server gives it
 * @throws ApiError, to be read with `messageOf`
 */
export async function downloadFile(path: `/api/${string}`, name?: string) {
  const token = readSession()?.token
  const lost = () => {
    throw new ApiError('NETWORK', sentences.networkError)
  }
  const response = await fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {}).catch(lost)
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null), token)
  const content = await response.blob().catch(lost)
  saveFile(name ?? nameOf(response.headers.get('content-disposition') ?? '') ?? 'download', content)
}
