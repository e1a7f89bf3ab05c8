import type { Timers } from '#client/lib/device/device.ts'
import { retryDelay } from '#client/lib/device/retry.ts'
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

export type DeliveryState<T> =
  | { phase: 'idle'; message: string | null }
  | { phase: 'sending' }
  /** Failed so far; retries automatically at `retryAt`, in ms by the device's wall clock. */
  | { phase: 'waiting'; message: string; retryAt: number }
  | { phase: 'signed-out' }
  | { phase: 'done'; answer: T }
  /** The server refused it permanently, because the current state does not allow it. */
  | { phase: 'closed' }

/** An important request: sent one at a time and retried until it succeeds, as long as only the network is at fault. */
export interface Delivery<T> {
  state: DeliveryState<T>
  /** Failures since it began. */
  failures: number
  /** Increases with each request, so that the response to an abandoned one is ignored. */
  turn: number
}

export const undelivered: Delivery<never> = { state: { phase: 'idle', message: null }, failures: 0, turn: 0 }

/** True if it can be retried now instead of later, or cancelled. */
export const isStuck = ({ state }: Delivery<unknown>) => state.phase === 'waiting' || state.phase === 'signed-out'

export const sending = <T>(delivery: Delivery<T>): Delivery<T> => ({
  ...delivery,
  turn: delivery.turn + 1,
  state: { phase: 'sending' },
})

export const reset = ({ turn }: Delivery<unknown>): Delivery<never> => ({ ...undelivered, turn: turn + 1 })

interface Policy {
  /**
   * True to retry this failure automatically; otherwise the state returns to `idle` with `failed` as its message.
   */
  worthRetrying: (failure: Failure) => boolean
  failed: string
}

/** Applies the response to the latest request. @param at the device's wall clock in ms, and a number from 0 up to 1 */
export function settled<T>(
  delivery: Delivery<T>,
  outcome: Outcome<T>,
  { worthRetrying, failed }: Policy,
  at: { wall: number; random: number },
): Delivery<T> {
  if (outcome.ok) return { ...delivery, state: { phase: 'done', answer: outcome.value } }
  const { kind, message } = outcome.failure
  if (kind === 'closed' || kind === 'signed-out') return { ...delivery, state: { phase: kind } }
  const words = kind === 'trouble' || kind === 'refused' ? failed : message
  if (!worthRetrying(outcome.failure)) return { ...delivery, state: { phase: 'idle', message: words } }
  const failures = delivery.failures + 1
  const retryAt = at.wall + retryDelay(failures, () => at.random)
  return { ...delivery, failures, state: { phase: 'waiting', message: words, retryAt } }
}
