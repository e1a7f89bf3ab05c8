import { z } from 'zod'
import type { LocalStore } from '#client/lib/device/device.ts'
import { violationKinds } from '#shared/attempts/attempts.schema.ts'
import { type AttemptOwner, keepsAnything, readUnsent, type UnsentKind, writeUnsent } from './attempt-storage.ts'

/** A version of an answer. A higher revision is newer. */
export interface Revised {
  questionId: string
  revision: number
}

/** The server time of a change in ms, but always higher than the previous revision. */
export const revisionAfter = (known: Revised | undefined, now: number) =>
  Math.max((known?.revision ?? 0) + 1, Math.round(now))

/** A proctoring event as sent; `at` is an ISO-8601 time by the server's clock. */
export const violation = z.object({
  kind: z.enum(violationKinds),
  at: z.iso.datetime(),
  durationMs: z.number().int().min(0).optional(),
})
export type Violation = z.output<typeof violation>

export interface Changes<T> {
  answers: T[]
  violations: Violation[]
}

export interface OutboxOptions<T> {
  storage: LocalStore
  attemptId: string
  /** Stored for leftovers.ts, which sends the entries once the exam page is closed. */
  owner: AttemptOwner
  kind: UnsentKind
  schema: z.ZodType<T>
  questionIds: ReadonlySet<string>
}

/** The server accepts at most 200 violations per request. The next request contains the rest. */
const violationsPerRequest = 200
const keyOf = (event: Violation) => `${event.kind} ${event.at}`

const wellFormed = <T>(schema: z.ZodType<T>, items: unknown[]): T[] =>
  items.flatMap((item) => schema.safeParse(item).data ?? [])

/**
 * Unacknowledged changes, in memory and in local storage. All tabs of a browser share the stored part, so each write
 * first merges the other tabs' entries.
 */
export class Outbox<T extends Revised> {
  readonly #options: OutboxOptions<T>
  readonly #items = new Map<string, T>()
  readonly #violations = new Map<string, Violation>()
  readonly #held = new Set<string>()
  readonly #refused = new Map<string, { revision: number; message: string }>()
  #refusals = 0
  #kept: boolean

  constructor(options: OutboxOptions<T>) {
    this.#options = options
    this.#kept = options.questionIds.size === 0 || keepsAnything(options.storage)
    this.takeIn()
  }

  /** True if the device stores entries. Otherwise, they last only until the page closes. */
  get isKept(): boolean {
    return this.#kept
  }

  get isEmpty(): boolean {
    return this.#items.size === 0 && this.#sendable().length === 0
  }

  /** The latest unacknowledged version of each answer, as of the last merge with the other tabs. */
  items(): T[] {
    return [...this.#items.values()]
  }

  put(item: T): void {
    this.takeIn()
    this.#items.set(item.questionId, item)
    this.#write()
  }

  /** Adds an event. `held` keeps it out of requests until it is added again with its duration. */
  putViolation(event: Violation, held: boolean): void {
    this.takeIn()
    this.#violations.set(keyOf(event), event)
    if (held) this.#held.add(keyOf(event))
    else this.#held.delete(keyOf(event))
    this.#write()
  }

  /** Notes versions that the server cannot accept. Only another edit or the submission may send them again. */
  refuse(items: readonly Revised[], message: string): void {
    for (const { questionId, revision } of items) this.#refused.set(questionId, { revision, message })
    this.#refusals += items.length
  }

  /** The server's message about a version that it cannot accept, or null. */
  refusal({ questionId, revision }: Revised): string | null {
    const refused = this.#refused.get(questionId)
    return refused?.revision === revision ? refused.message : null
  }

  /** Number of refused versions so far. */
  get refusals(): number {
    return this.#refusals
  }

  /** Everything to send now, including entries from other tabs. */
  changes(): Changes<T> {
    this.takeIn()
    return { answers: this.items(), violations: this.#sendable().slice(0, violationsPerRequest) }
  }

  /** Drops the acknowledged revisions and older ones. Keeps newer changes. */
  acknowledge(items: readonly Revised[], violations: readonly Violation[]): void {
    this.takeIn()
    for (const { questionId, revision } of items) {
      const mine = this.#items.get(questionId)
      if (mine && mine.revision <= revision) this.#items.delete(questionId)
    }
    for (const event of violations) {
      // Keep the event if its duration was added in the meantime.
      if (this.#violations.get(keyOf(event))?.durationMs === event.durationMs) this.#violations.delete(keyOf(event))
    }
    this.#write()
  }

  /** Drops everything except versions that the server refused, which may count after a reopening. */
  clear(): void {
    for (const [questionId, item] of this.#items) if (this.refusal(item) === null) this.#items.delete(questionId)
    this.#violations.clear()
    this.#write()
  }

  /** Merges entries stored by other tabs. */
  takeIn(): void {
    const { storage, attemptId, kind, schema, questionIds } = this.#options
    const stored = readUnsent(storage, attemptId, kind)
    for (const item of wellFormed(schema, stored?.items ?? [])) {
      const mine = this.#items.get(item.questionId)
      if (questionIds.has(item.questionId) && (!mine || item.revision > mine.revision))
        this.#items.set(item.questionId, item)
    }
    for (const event of wellFormed(violation, stored?.violations ?? []))
      if (!this.#violations.has(keyOf(event))) this.#violations.set(keyOf(event), event)
  }

  #sendable(): Violation[] {
    return [...this.#violations.values()].filter((event) => !this.#held.has(keyOf(event)))
  }

  #write(): void {
    const { storage, attemptId, kind, owner } = this.#options
    const content = { owner, items: this.items(), violations: [...this.#violations.values()] }
    this.#kept = writeUnsent(storage, attemptId, kind, content) ?? this.#kept
  }
}
