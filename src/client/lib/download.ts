import { sentences } from '#shared/errors.ts'
import { ApiError } from './errors.ts'
import { saveFile } from './save-file.ts'
import { readSession } from './session-store.ts'
import { failureOf } from './upload.ts'

/**
 * Fetches a file from a REST path and hands it to the browser: a plain link would not carry the token.
 *
 * @throws ApiError, to be read with `messageOf`
 */
export async function downloadFile(path: `/api/${string}`, name: string) {
  const token = readSession()?.token
  const lost = () => {
    throw new ApiError('NETWORK', sentences.networkError)
  }
  const response = await fetch(path, token ? { headers: { authorization: `Bearer ${token}` } } : {}).catch(lost)
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => null), token)
  saveFile(name, await response.blob().catch(lost))
}
