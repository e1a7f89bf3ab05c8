import type { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { DomainError, type ErrorCode, errorTable, type FieldError, sentences } from '#shared/errors.ts'

export interface Explained {
  code: ErrorCode
  message: string
  errors?: FieldError[] | undefined
  /** Seconds, for the Retry-After header. */
  retryAfter?: number | undefined
}

const codeByTrpc = new Map<string, ErrorCode>(
  Object.entries(errorTable).map(([code, { trpc }]) => [trpc, code as ErrorCode]),
)

/** Returns the public form of an error. Unexpected errors become a generic message without internals. */
export function explain(error: TRPCError): Explained {
  if (error.cause instanceof DomainError) {
    const { code, message, errors, retryAfter } = error.cause
    return { code, message, errors, retryAfter }
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    const all = error.cause.issues.flatMap((issue) => {
      const fields = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
      return fields.map((path) => ({ field: path.join('.'), message: issue.message }))
    })
    // Two rules for a field may have the same message.
    const errors = [...new Map(all.map((one) => [`${one.field} ${one.message}`, one])).values()]
    return { code: 'VALIDATION', message: sentences.validationFailed, errors }
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof SyntaxError)
    return { code: 'VALIDATION', message: 'The request body is not valid JSON' }
  if (error.code === 'METHOD_NOT_SUPPORTED') return { code: 'NOT_FOUND', message: error.message }
  const code = codeByTrpc.get(error.code) ?? 'INTERNAL'
  if (code === 'INTERNAL') return { code, message: sentences.somethingWrong }
  return { code, message: error.message }
}

/**
 * The error format for tRPC clients, with our code, the invalid fields, the seconds until a retry and, for unexpected
 * errors, the request id.
 */
export function shapeOf<Shape extends { data: object }>(
  shape: Shape,
  error: TRPCError,
  ctx: { requestId: string } | undefined,
) {
  const { code, message, errors, retryAfter } = explain(error)
  const requestId = code === 'INTERNAL' ? ctx?.requestId : undefined
  return {
    ...shape,
    message,
    data: { ...(shape.data as Shape['data']), domainCode: code, errors, retryAfter, requestId },
  }
}
