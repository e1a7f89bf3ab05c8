import type { Timers } from '#client/lib/device/device.ts'
import { codeOf, messageOf } from '#client/lib/errors.ts'
import { type ErrorCode, sentences } from '#shared/errors.ts'

/**
 * Why a request failed.
 * - `offline`: it may not have arrived; `trouble`: a temporary server problem. Both are worth a retry.
 * - `closed`: the attempt is over (409). `signed-out`: the session is (401).
 * - `elsewhere`: another device is in use (409); `outside`: not allowed from this network (403). Both may pass.
 * - `refused`: a retry is pointless.
 */
export type FailureKind = 'offline' | 'trouble' | 'elsewhere' | 'outside' | 'closed' | 'signed-out' | 'refused'
export interface Failure {
  kind: FailureKind
  message: string
}
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

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

/** Fails a request after `ms` without a response. A phone's dead connection otherwise hangs for minutes. */
export function withTimeout<T>(
  timers: Timers,
  ms: number,
  send: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    const abort = new AbortController()
    const cancel = timers.after(ms, () => {
      abort.abort()
      resolve({ ok: false, failure: { kind: 'offline', message: 'The server did not answer in time' } })
    })
    send(abort.signal).then(
      (outcome) => {
        cancel()
        resolve(outcome)
      },
      (error: unknown) => {
        cancel()
        // A transport that throws has a bug. The answers are still here, so treat it as retryable.
        const message = error instanceof Error ? error.message : 'Something went wrong'
        resolve({ ok: false, failure: { kind: 'trouble', message } })
      },
    )
  })
}
