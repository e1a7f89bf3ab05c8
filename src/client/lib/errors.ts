import { TRPCClientError } from '@trpc/client'
import { DomainError, type ErrorCode, errorTable, type FieldError, sentences } from '#shared/errors.ts'

/** A failed call. The code is `NETWORK` if the server did not respond. */
interface Failure {
  code: ErrorCode | 'NETWORK'
  message: string
  errors: FieldError[] | undefined
  requestId?: string | undefined
  retryAfter?: number | undefined
}

/** The fields that the server's error formatter adds. */
interface AnswerData {
  domainCode?: ErrorCode
  errors?: FieldError[]
  requestId?: string
  retryAfter?: number
}

/** An error response from the REST API, for the few calls that do not use tRPC (uploads and downloads). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode | 'NETWORK'
  readonly errors: FieldError[] | undefined

  constructor(code: ErrorCode | 'NETWORK', message: string, errors?: FieldError[]) {
    super(message)
    this.code = code
    this.errors = errors
  }
}

export function codeOfStatus(status: number): ErrorCode {
  const known = Object.entries(errorTable).find(([, { http }]) => http === status)
  return (known?.[0] as ErrorCode | undefined) ?? 'INTERNAL'
}

/** Error messages of browsers and of the module loader when a fetch fails. */
const notFetched =
  /failed to fetch|networkerror|load failed|dynamically imported module|importing a module|unable to preload/i

function read(error: unknown): Failure {
  if (error instanceof TRPCClientError) {
    const data = error.data as AnswerData | null | undefined
    // Only our server adds this data. Without it, there is no connection, or a proxy sent an error page.
    if (!data?.domainCode) return { code: 'NETWORK', message: '', errors: undefined }
    const { domainCode: code, errors, requestId, retryAfter } = data
    return { code, message: error.message, errors, requestId, retryAfter }
  }
  if (error instanceof ApiError || error instanceof DomainError)
    return { code: error.code, message: error.message, errors: error.errors }
  if (error instanceof Error && notFetched.test(error.message))
    return { code: 'NETWORK', message: '', errors: undefined }
  return { code: 'INTERNAL', message: '', errors: undefined }
}

/** The server's error code, or `NETWORK` if it could not be reached. */
export const codeOf = (error: unknown): ErrorCode | 'NETWORK' => read(error).code

/** The seconds after which the server asked to call again, or undefined. */
export const retryAfterOf = (error: unknown): number | undefined => read(error).retryAfter

/** The message to show for a failed call. @param fallback used if the error has none */
export function messageOf(error: unknown, fallback: string = sentences.requestFailed): string {
  const { code, message, errors, requestId } = read(error)
  if (code === 'NETWORK') return sentences.networkError
  if (code === 'FORBIDDEN') return message || sentences.accessDenied
  if (errors) return [...new Set(errors.map((item) => item.message))].join(', ') || sentences.validationFailed
  if (requestId) return `${message || fallback} (request ${requestId})`
  return message || fallback
}

/** Field errors of a rejected form, by path. Empty if the failure is not about fields. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const byField: Record<string, string> = {}
  for (const { field, message } of read(error).errors ?? []) byField[field] ??= message
  return byField
}
