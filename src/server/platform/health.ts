import { type HealthReason, healthReasons } from '#shared/dashboards/health.rules.ts'
import type { Clock } from './clock.ts'
import { faults } from './faults.ts'
import type { Logger } from './log.ts'

/** The server's current health problems. Each change is logged. */
export class Health {
  readonly #since = new Map<HealthReason, number>()
  readonly #clock: Clock
  readonly #log: Logger

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock
    this.#log = log
  }

  /** @param detail logged when the problem starts */
  raise(reason: HealthReason, detail: object = {}): void {
    if (this.#since.has(reason)) return
    this.#since.set(reason, this.#clock.now())
    const { stops, text } = healthReasons[reason]
    this.#log[stops ? 'error' : 'warn']({ health: reason, ...detail }, text)
  }

  clear(reason: HealthReason): void {
    const since = this.#since.get(reason)
    if (since === undefined) return
    this.#since.delete(reason)
    this.#log.info({ health: reason, ms: this.#clock.now() - since }, `Resolved: ${healthReasons[reason].text}`)
  }

  /** Clears all write problems except damage. Called after a successful write. */
  wrote(): void {
    if (this.#since.size > 0) for (const fault of faults) if (fault !== 'database_corrupt') this.clear(fault)
  }

  has = (reason: HealthReason): boolean => this.#since.has(reason)

  /** Current problems and their start times, ms UTC, oldest first. */
  get reasons(): { reason: HealthReason; since: number }[] {
    return [...this.#since].map(([reason, since]) => ({ reason, since }))
  }

  /** Problems that prevent saving answers. */
  get stopped(): HealthReason[] {
    return [...this.#since.keys()].filter((reason) => healthReasons[reason].stops)
  }
}
