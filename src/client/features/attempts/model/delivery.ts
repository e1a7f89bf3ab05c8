import type { Device } from '#client/lib/device/device.ts'
import { retryDelay } from '#client/lib/device/retry.ts'
import type { Failure, Outcome } from './outcome.ts'
import { withTimeout } from './outcome.ts'

export type DeliveryState<T> =
  | { phase: 'idle'; message: string | null }
  | { phase: 'sending' }
  /** Failed so far; retries automatically at `retryAt`, in ms by the device's wall clock. */
  | { phase: 'waiting'; message: string; retryAt: number }
  | { phase: 'signed-out' }
  | { phase: 'done'; answer: T }
  /** The server refused it permanently, because the current state does not allow it. */
  | { phase: 'closed' }

interface Options<T> {
  ports: Pick<Device, 'timers' | 'random' | 'clock'>
  timeoutMs: number
  send: (signal: AbortSignal) => Promise<Outcome<T>>
  /**
   * True to retry this failure automatically; otherwise the state returns to `idle` with `failed` as its message.
   */
  worthRetrying: (failure: Failure) => boolean
  failed: string
  changed: () => void
}

/** An important request: sent one at a time and retried until it succeeds, as long as only the network is at fault. */
export class Delivery<T> {
  readonly #options: Options<T>
  #state: DeliveryState<T> = { phase: 'idle', message: null }
  #failures = 0
  /** Increases with each request, so that the response to an abandoned one is ignored. */
  #turn = 0
  #cancelRetry: (() => void) | null = null
  #abandoned = false

  constructor(options: Options<T>) {
    this.#options = options
  }

  get state(): DeliveryState<T> {
    return this.#state
  }

  /** Failures since it began. */
  get failures(): number {
    return this.#failures
  }

  /** Sends the request. Has no effect while one is under way. */
  begin(): void {
    if (this.#state.phase === 'idle') void this.#attempt()
  }

  /** Retries now instead of later. */
  retry(): void {
    if (this.#state.phase === 'waiting' || this.#state.phase === 'signed-out') void this.#attempt()
  }

  /** Cancels a pending retry. */
  cancel(): void {
    if (this.#state.phase !== 'waiting' && this.#state.phase !== 'signed-out') return
    this.reset()
  }

  /** Resets to the initial state. */
  reset(): void {
    this.#cancelRetry?.()
    this.#failures = 0
    this.#turn++
    this.#set({ phase: 'idle', message: null })
  }

  /** Called when the screen unmounts. */
  abandon(): void {
    this.#abandoned = true
    this.#cancelRetry?.()
  }

  /** Called when the screen mounts again. */
  resume(): void {
    this.#abandoned = false
    this.retry()
  }

  async #attempt(): Promise<void> {
    const { ports, send, timeoutMs, worthRetrying, failed } = this.#options
    this.#cancelRetry?.()
    const turn = ++this.#turn
    this.#set({ phase: 'sending' })
    const outcome = await withTimeout(ports.timers, timeoutMs, send)
    if (turn !== this.#turn) return
    if (outcome.ok) return this.#set({ phase: 'done', answer: outcome.value })
    const { kind, message } = outcome.failure
    if (kind === 'closed' || kind === 'signed-out') return this.#set({ phase: kind })
    const words = kind === 'trouble' || kind === 'refused' ? failed : message
    if (!worthRetrying(outcome.failure)) return this.#set({ phase: 'idle', message: words })
    this.#failures++
    const delay = retryDelay(this.#failures, ports.random)
    this.#set({
      phase: 'waiting',
      message: words,
      retryAt: ports.clock.wall() + delay,
    })
    if (!this.#abandoned) this.#cancelRetry = ports.timers.after(delay, () => void this.#attempt())
  }

  #set(state: DeliveryState<T>): void {
    this.#state = state
    this.#options.changed()
  }
}
