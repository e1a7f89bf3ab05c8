import { TRPCClientError } from '@trpc/client'
import { DomainError, type ErrorCode, errorTable, type FieldError, sentences } from '#shared/errors.ts'

/** Failure codes of calls; `NETWORK` when the server did not answer. */
interface Failure {
  code: ErrorCode | 'NETWORK'
  message: string
  errors: FieldError[] | undefined
  requestId?: string | undefined
}

/** The part of an error answer that the server's formatter fills in. */
interface AnswerData {
  domainCode?: ErrorCode
  errors?: FieldError[]
  requestId?: string
}

/** An error answer of the REST API, for the few calls that are not tRPC (uploads). */
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

/** The error code of an HTTP status. */
export function codeOfStatus(status: number): ErrorCode {
  const known = Object.entries(errorTable).find(([, { http }]) => http === status)
  return (known?.[0] as ErrorCode | undefined) ?? 'INTERNAL'
}

/** Messages of browsers and of the module loader for failed fetches. */
const notFetched =
  /failed to fetch|networkerror|load failed|dynamically imported module|importing a module|unable to preload/i

function read(error: unknown): Failure {
  if (error instanceof TRPCClientError) {
    const data = error.data as AnswerData | null | undefined
    // Without our own data nothing of ours answered: no connection, or a proxy's error page.
    if (!data?.domainCode) return { code: 'NETWORK', message: '', errors: undefined }
    return { code: data.domainCode, message: error.message, errors: data.errors, requestId: data.requestId }
  }
  if (error instanceof ApiError || error instanceof DomainError)
    return { code: error.code, message: error.message, errors: error.errors }
  if (error instanceof Error && notFetched.test(error.message))
    return { code: 'NETWORK', message: '', errors: undefined }
  return { code: 'INTERNAL', message: '', errors: undefined }
}

/** The server's code, or `NETWORK` when it could not be reached. */
export const codeOf = (error: unknown): ErrorCode | 'NETWORK' => read(error).code

/**
 * The message of a failed call.
 * @param fallback message when the failure has none
 */
export function messageOf(error: unknown, fallback: string = sentences.requestFailed): string {
  const { code, message, errors, requestId } = read(error)
  if (code === 'NETWORK') return sentences.networkError
  if (code === 'FORBIDDEN') return message || sentences.accessDenied
  if (errors) return [...new Set(errors.map((item) => item.message))].join(', ') || sentences.validationFailed
  if (requestId) return `${message || fallback} (request ${requestId})`
  return message || fallback
}

/** The refused fields of a failed form, by path; empty when the failure is not about fields. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  const byField: Record<string, string> = {}
  for (const { field, message } of read(error).errors ?? []) byField[field] ??= message
  return byField
}
