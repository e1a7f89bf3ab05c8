import { type FieldError, sentences } from '#shared/errors.ts'
import { ApiError, codeOfStatus } from './errors.ts'
import { readSession } from './session-store.ts'

/**
 * Sends one file to a REST path as a form.
 *
 * @param part the name of the form's file part, `file` for everything but notifications
 * @returns the JSON answer
 * @throws ApiError, to be read with `messageOf`
 */
export async function uploadFile<T>(path: `/api/${string}`, part: string, file: File): Promise<T> {
  const body = new FormData()
  body.append(part, file)
  const token = readSession()?.token
  const init: RequestInit = { method: 'POST', body }
  if (token) init.headers = { authorization: `Bearer ${token}` }
  const response = await fetch(path, init).catch(() => {
    throw new ApiError('NETWORK', sentences.networkError)
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && answer !== null) return answer as T
  const { message, errors } = (answer ?? {}) as { message?: string; errors?: FieldError[] }
  throw new ApiError(codeOfStatus(response.status), message ?? sentences.requestFailed, errors)
}
