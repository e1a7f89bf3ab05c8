import { retryDelay } from '#client/lib/device/retry.ts'
import type { Failure, Outcome } from './outcome.ts'

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
