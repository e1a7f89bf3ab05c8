/**
 * The only error type: services throw it, both transports map it with the table below, and the client reads
 * the same code.
 */
export const errorTable = {
  VALIDATION: { trpc: 'BAD_REQUEST', http: 400 },
  UNAUTHENTICATED: { trpc: 'UNAUTHORIZED', http: 401 },
  FORBIDDEN: { trpc: 'FORBIDDEN', http: 403 },
  /** Allowed once the person has re-authenticated (docs/decisions/047). */
  PROOF_NEEDED: { trpc: 'PRECONDITION_REQUIRED', http: 403 },
  /** Allowed once the session has passed a second step (docs/decisions/051). */
  SECOND_STEP_NEEDED: { trpc: 'PRECONDITION_FAILED', http: 403 },
  NOT_FOUND: { trpc: 'NOT_FOUND', http: 404 },
  CONFLICT: { trpc: 'CONFLICT', http: 409 },
  TOO_LARGE: { trpc: 'PAYLOAD_TOO_LARGE', http: 413 },
  UNSUPPORTED_TYPE: { trpc: 'UNSUPPORTED_MEDIA_TYPE', http: 415 },
  TOO_MANY_REQUESTS: { trpc: 'TOO_MANY_REQUESTS', http: 429 },
  /** Cannot be done here and now, but soon or by another server. */
  UNAVAILABLE: { trpc: 'SERVICE_UNAVAILABLE', http: 503 },
  INTERNAL: { trpc: 'INTERNAL_SERVER_ERROR', http: 500 },
} as const

export type ErrorCode = keyof typeof errorTable

/** One invalid field: its path (`questions.0.options.A`) and the message for the user. */
export interface FieldError {
  field: string
  message: string
}

export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  /** Seconds to wait before retrying, for TOO_MANY_REQUESTS and UNAVAILABLE. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, errors?: FieldError[], retryAfter?: number) {
    super(message)
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }
}

export const sentences = {
  validationFailed: 'Validation failed',
  accessDenied: 'Access denied. You do not have permission to access this resource.',
  signInNeeded: 'Please sign in to continue.',
  notByToken: 'An API token cannot do this. Please sign in.',
  proofNeeded: 'Please enter your password to do this.',
  secondStepNeeded:
    'Staff must use a second sign-in step. Set one up in your profile, or sign in with the one you have.',
  tokenReadsOnly: 'This API token is read-only.',
  sessionExpired: 'Session expired. Please log in again.',
  goneMeanwhile: 'A related record has been deleted. Please reload the page.',
  somethingWrong: 'Something went wrong',
  prototypeKey: 'The request body must not have a key named __proto__',
  requestFailed: 'Request failed',
  networkError: 'Network error occurred',
  notReleased: 'Results have not been released yet',
  notMarked: 'Your answers are still being marked',
  openElsewhere: 'This test is open on another device',
  ownTestsOff:
    'Your college can no longer write its own tests and questions. Existing ones are kept. Please contact the platform’s administrator.',
  outsideNetwork: 'This test can be taken only on the networks your college allows.',
} as const

/** `404 <Thing> not found`; also returned for another college's records, to prevent probing. */
export const notFound = (thing: string) => new DomainError('NOT_FOUND', `${thing} not found`)

/** A 503 to retry after a second. */
export const unavailable = (message: string) => new DomainError('UNAVAILABLE', message, undefined, 1)

export const conflict = (message: string, errors?: FieldError[]) => new DomainError('CONFLICT', message, errors)

/** A 400 like that for an invalid form: `message` is fixed, and `errors` contains the sentences. */
export const invalid = (errors: FieldError[]) => new DomainError('VALIDATION', sentences.validationFailed, errors)

/** A 400 for the request as a whole, with its own message. */
export const refused = (message: string) => new DomainError('VALIDATION', message)
