import type { Device } from '#client/lib/device/device.ts'
import { retryDelay } from '#client/lib/device/retry.ts'

/** Heartbeat interval while nothing changes, in ms. */
export const heartbeatMs = 15_000

/** The next exchange: at once, as a heartbeat, with back-off, or none until something changes. */
export type Next = 'again' | 'rest' | 'retry' | 'wait'

type Ports = Pick<Device, 'timers' | 'random' | 'clock'>

/** Delay after the last change, and the maximum delay while changes continue, in ms. */
export interface Debounce {
  restMs: number
  mostMs: number
}

/** Schedules requests: one at a time, at once when something is due, otherwise as a heartbeat. */
export class Dispatch {
  readonly #ports: Ports
  readonly #exchange: () => Promise<Next>
  #failures = 0
  #inFlight: Promise<void> | null = null
  #due = false
  #cancelNext: (() => void) | null = null
  #running = false
  #cancelRest: (() => void) | null = null
  #waitingSince: number | null = null

  constructor(ports: Ports, exchange: () => Promise<Next>) {
    this.#ports = ports
    this.#exchange = exchange
  }

  get isRunning(): boolean {
    return this.#running
  }

  start(next: 'again' | 'rest'): void {
    this.#running = true
    if (next === 'again') this.soon()
    else this.#schedule(heartbeatMs)
  }

  /** Sends no further requests until start. One in flight may still complete. */
  stop(): void {
    this.#running = false
    this.#due = false
    this.cancelLater()
    this.#cancelNext?.()
    this.#cancelNext = null
  }

  /** Schedules one request for all changes of this turn, after the one in flight, if any. */
  soon(): void {
    this.#due = true
    if (!this.#inFlight) this.#schedule(0)
  }

  /** The same after a rest. */
  later({ restMs, mostMs }: Debounce): void {
    if (!this.#running) return
    const { timers, clock } = this.#ports
    const now = clock.mono()
    this.#waitingSince ??= now
    this.#cancelRest?.()
    const rest = Math.max(0, Math.min(restMs, this.#waitingSince + mostMs - now))
    this.#cancelRest = timers.after(rest, () => {
      this.cancelLater()
      this.soon()
    })
  }

  cancelLater(): void {
    this.#cancelRest?.()
    this.#cancelRest = null
    this.#waitingSince = null
  }

  /** Sends a request right now. Resolves once it succeeds or fails. */
  async flush(): Promise<void> {
    await this.#inFlight
    if (!this.#running) return
    this.#cancelNext?.()
    await this.#send()
  }

  /** Delays the next attempt, as after a failure. */
  backOff(): void {
    if (this.#inFlight) return
    this.#failures++
    this.#schedule(retryDelay(this.#failures, this.#ports.random))
  }

  #schedule(ms: number): void {
    this.#cancelNext?.()
    this.#cancelNext = this.#running ? this.#ports.timers.after(ms, () => void this.#send()) : null
  }

  #send(): Promise<void> {
    this.#inFlight ??= this.#run().finally(() => {
      this.#inFlight = null
      if (this.#due && this.#running) this.#schedule(0)
    })
    return this.#inFlight
  }

  async #run(): Promise<void> {
    this.#due = false
    const next = await this.#exchange()
    if (!this.#running) return
    if (next === 'retry') {
      this.#failures++
      this.#schedule(retryDelay(this.#failures, this.#ports.random))
      return
    }
    if (next === 'wait') return
    this.#failures = 0
    if (next === 'again') this.#due = true
    else this.#schedule(heartbeatMs)
  }
}
