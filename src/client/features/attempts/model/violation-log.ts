import { z } from 'zod'
import type { LocalStore } from '#client/lib/device/device.ts'
import { storageKey } from './attempt-storage.ts'
import { type Violation, violation } from './outbox.ts'

/** More than anybody reads. The server has all of them. */
const longest = 200

const stored = z.array(violation)

/** This device's events of an attempt, in chronological order, kept across reloads. */
export class ViolationLog {
  readonly #storage: LocalStore
  readonly #key: string
  #events: readonly Violation[]

  constructor(storage: LocalStore, attemptId: string) {
    this.#storage = storage
    this.#key = storageKey(attemptId, 'log')
    this.#events = this.#read()
  }

  /** Returns the same list until it changes. */
  get events(): readonly Violation[] {
    return this.#events
  }

  /** Adds or updates an event. @returns whether it is new */
  put(event: Violation): boolean {
    const isSame = ({ kind, at }: Violation) => kind === event.kind && at === event.at
    const known = this.#events.some(isSame)
    this.#events = known
      ? this.#events.map((other) => (isSame(other) ? event : other))
      : [...this.#events, event].sort((one, other) => one.at.localeCompare(other.at)).slice(-longest)
    this.#storage.write(this.#key, JSON.stringify(this.#events))
    return !known
  }

  #read(): Violation[] {
    try {
      return stored.parse(JSON.parse(this.#storage.read(this.#key) ?? '[]'))
    } catch {
      return []
    }
  }
}
