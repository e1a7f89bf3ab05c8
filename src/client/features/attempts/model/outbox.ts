import { z } from 'zod'
import type { LocalStore } from '#client/lib/device/device.ts'
import { type SavedAnswer, savedAnswer, violationKinds } from '#shared/attempts/attempts.schema.ts'
import { type AttemptOwner, keepsAnything, storageKey } from './attempt-storage.ts'

/** A proctoring event as sent; `at` is an ISO-8601 time by the server's clock. */
export const violation = z.object({
  kind: z.enum(violationKinds),
  at: z.iso.datetime(),
  durationMs: z.number().int().min(0).optional(),
})
export type Violation = z.output<typeof violation>

const kept = z.object({ answers: z.array(z.unknown()), violations: z.array(z.unknown()) })

/** Payload of one request. */
export interface Parcel {
  answers: SavedAnswer[]
  violations: Violation[]
}

/** The server accepts 200 violations per request. The rest go with the next one. */
const violationsPerParcel = 200
const keyOf = (event: Violation) => `${event.kind} ${event.at}`

/** The well-formed entries of a stored list. Storage can be edited, truncated or written by another version. */
const wellFormed = <T>(schema: z.ZodType<T>, items: unknown[]) =>
  items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })

/**
 * Unacknowledged changes, in memory and in local storage. Tabs of one browser share the stored part. Each write merges
 * the others' entries first, so that none are lost.
 */
export class Outbox {
  readonly #storage: LocalStore
  readonly #key: string
  readonly #questionIds: ReadonlySet<string>
  readonly #answers = new Map<string, SavedAnswer>()
  readonly #violations = new Map<string, Violation>()
  readonly #held = new Set<string>()
  readonly #owner: AttemptOwner
  #kept: boolean

  constructor(storage: LocalStore, attemptId: string, owner: AttemptOwner, questionIds: ReadonlySet<string>) {
    this.#storage = storage
    this.#owner = owner
    this.#kept = keepsAnything(storage)
    this.#key = storageKey(attemptId, 'outbox')
    this.#questionIds = questionIds
    this.#takeIn()
  }

  answers(): SavedAnswer[] {
    return [...this.#answers.values()]
  }

  /** True if the device stores entries. If not, they last until the page is closed. */
  get isKept(): boolean {
    return this.#kept
  }

  get isEmpty(): boolean {
    return this.#answers.size === 0 && this.#sendable().length === 0
  }

  put(answer: SavedAnswer): void {
    this.#takeIn()
    this.#answers.set(answer.questionId, answer)
    this.#write()
  }

  /** Adds an event. `held` keeps it out of parcels until it is added again with all its data. */
  putViolation(event: Violation, held = false): void {
    this.#takeIn()
    this.#violations.set(keyOf(event), event)
    if (held) this.#held.add(keyOf(event))
    else this.#held.delete(keyOf(event))
    this.#write()
  }

  /** Everything to send now, including entries from other tabs. */
  parcel(): Parcel {
    this.#takeIn()
    return { answers: this.answers(), violations: this.#sendable().slice(0, violationsPerParcel) }
  }

  /** Drops the acknowledged revisions and older ones. Newer changes stay. */
  acknowledge({ answers, violations }: Parcel): void {
    this.#takeIn()
    for (const { questionId, revision } of answers) {
      const mine = this.#answers.get(questionId)
      if (mine && mine.revision <= revision) this.#answers.delete(questionId)
    }
    for (const event of violations) {
      // Its duration may have become known in the meantime.
      if (this.#violations.get(keyOf(event))?.durationMs === event.durationMs) this.#violations.delete(keyOf(event))
    }
    this.#write()
  }

  /** Deletes everything, because the attempt is over. */
  clear(): void {
    this.#answers.clear()
    this.#violations.clear()
    this.#storage.remove(this.#key)
  }

  #sendable(): Violation[] {
    return [...this.#violations.values()].filter((event) => !this.#held.has(keyOf(event)))
  }

  #takeIn(): void {
    const stored = this.#stored()
    for (const answer of stored.answers) {
      const mine = this.#answers.get(answer.questionId)
      if (this.#questionIds.has(answer.questionId) && (!mine || answer.revision > mine.revision))
        this.#answers.set(answer.questionId, answer)
    }
    for (const event of stored.violations) {
      if (!this.#violations.has(keyOf(event))) this.#violations.set(keyOf(event), event)
    }
  }

  #stored(): Parcel {
    try {
      const { answers, violations } = kept.parse(JSON.parse(this.#storage.read(this.#key) ?? 'null'))
      return { answers: wellFormed(savedAnswer, answers), violations: wellFormed(violation, violations) }
    } catch {
      return { answers: [], violations: [] }
    }
  }

  #write(): void {
    if (this.#answers.size === 0 && this.#violations.size === 0) this.#storage.remove(this.#key)
    else {
      // The owner is for leftovers.ts, which sends this once the exam is closed.
      const content = { owner: this.#owner, answers: this.answers(), violations: [...this.#violations.values()] }
      this.#kept = this.#storage.write(this.#key, JSON.stringify(content))
    }
  }
}
