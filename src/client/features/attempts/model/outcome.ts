import { codeOf, messageOf } from '#client/lib/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { FailureKind, Outcome } from './ports.ts'

const kinds: Record<ErrorCode | 'NETWORK', FailureKind> = {
  NETWORK: 'offline',
  INTERNAL: 'trouble',
  TOO_MANY_REQUESTS: 'trouble',
  CONFLICT: 'closed',
  UNAUTHENTICATED: 'signed-out',
  VALIDATION: 'refused',
  FORBIDDEN: 'refused',
  NOT_FOUND: 'refused',
  TOO_LARGE: 'refused',
  UNSUPPORTED_TYPE: 'refused',
}

/** What became of a call; it never throws. @param fallback said when the failure brings no words of its own */
export async function outcomeOf<T>(call: Promise<T>, fallback: string): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    return { ok: false, failure: { kind: kinds[codeOf(error)], message: messageOf(error, fallback) } }
  }
}
