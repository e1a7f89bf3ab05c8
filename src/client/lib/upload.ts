import { type FieldError, sentences } from '#shared/errors.ts'
import { ApiError, codeOfStatus } from './errors.ts'
import { readSession } from './session-store.ts'
import { expireSession } from './trpc.tsx'

export interface UploadOptions {
  /** `POST` by default. */
  method?: 'POST' | 'PUT'
  fields?: Record<string, string>
  /** Bytes of the form sent so far. */
  onProgress?: (sent: number, total: number) => void
  /** Aborts the upload, which rejects the promise with the signal's reason. */
  signal?: AbortSignal
}

/**
 * Sends a form with at most one file to a REST path. Uses XMLHttpRequest, because `fetch` does not report upload
 * progress.
 *
 * @param part name of the form's file part, `file` for everything but notifications
 * @returns the JSON response
 * @throws ApiError; get its message with `messageOf`
 */
export function uploadFile<T>(
  path: `/api/${string}`,
  part: string,
  file: File | undefined,
  { method = 'POST', fields = {}, onProgress, signal }: UploadOptions = {},
): Promise<T> {
  const body = new FormData()
  // Send the fields first so that a server that parses the form as a stream has them before the file.
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  if (file) body.append(part, file)
  const token = readSession()?.token
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    if (onProgress) request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText)
      if (request.status >= 200 && request.status < 300 && answer !== null) return resolve(answer as T)
      reject(failureOf(request.status, answer, token))
    })
    request.addEventListener('error', () => reject(new ApiError('NETWORK', sentences.networkError)))
    request.addEventListener('abort', () => reject(signal?.reason))
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** Converts a failed REST call to an error. Clears a session that the server rejected. @param token as sent */
export function failureOf(status: number, answer: unknown, token: string | undefined): ApiError {
  const code = codeOfStatus(status)
  // A response to an earlier session's call does not affect the current session.
  if (code === 'UNAUTHENTICATED' && token && readSession()?.token === token) expireSession()
  const { message, errors } = (answer ?? {}) as { message?: string; errors?: FieldError[] }
  return new ApiError(code, message ?? sentences.requestFailed, errors)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
