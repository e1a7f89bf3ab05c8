import { codeOf, messageOf } from '#client/lib/errors.ts'
import { type ErrorCode, sentences } from '#shared/errors.ts'
import type { Failure, FailureKind, Outcome } from './ports.ts'

const kinds: Record<ErrorCode | 'NETWORK', FailureKind> = {
  NETWORK: 'offline',
  INTERNAL: 'trouble',
  TOO_MANY_REQUESTS: 'trouble',
  CONFLICT: 'closed',
  UNAUTHENTICATED: 'signed-out',
  VALIDATION: 'refused',
  FORBIDDEN: 'refused',
  PROOF_NEEDED: 'refused',
  SECOND_STEP_NEEDED: 'refused',
  NOT_FOUND: 'refused',
  TOO_LARGE: 'refused',
  UNSUPPORTED_TYPE: 'refused',
}

function failureOf(error: unknown, fallback: string): Failure {
  const message = messageOf(error, fallback)
  if (message === sentences.openElsewhere) return { kind: 'elsewhere', message }
  if (message.startsWith(sentences.outsideNetwork)) return { kind: 'outside', message }
  return { kind: kinds[codeOf(error)], message }
}

/** The outcome of a call. Never throws. @param fallback message for a failure without one */
export async function outcomeOf<T>(call: Promise<T>, fallback: string): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    return { ok: false, failure: failureOf(error, fallback) }
  }
}
