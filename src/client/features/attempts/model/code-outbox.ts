import { z } from 'zod'
import type { LocalStore } from '#client/lib/device/device.ts'
import { type SavedCode, savedCode } from '#shared/attempts/attempts.schema.ts'
import { type AttemptOwner, keepsAnything, storageKey } from './attempt-storage.ts'

const kept = z.object({ codes: z.array(z.unknown()) })

/** Acknowledgement of a program. */
export type Stored = Pick<SavedCode, 'questionId' | 'revision'>

/**
 * The latest unacknowledged code of each question, in memory and in local storage. Kept separate from the answers, so
 * that a long program cannot delay them.
 */
export class CodeOutbox {
  readonly #storage: LocalStore
  readonly #key: string
  readonly #owner: AttemptOwner
  readonly #questionIds: ReadonlySet<string>
  readonly #codes = new Map<string, SavedCode>()
  #kept: boolean

  constructor(storage: LocalStore, attemptId: string, owner: AttemptOwner, questionIds: ReadonlySet<string>) {
    this.#storage = storage
    this.#key = storageKey(attemptId, 'code')
    this.#owner = owner
    this.#questionIds = questionIds
    this.#kept = questionIds.size === 0 || keepsAnything(storage)
    this.#takeIn()
  }

  get isKept(): boolean {
    return this.#kept
  }

  /** Includes what other tabs left behind. */
  codes(): SavedCode[] {
    this.#takeIn()
    return [...this.#codes.values()]
  }

  put(code: SavedCode): void {
    this.#takeIn()
    this.#codes.set(code.questionId, code)
    this.#write()
  }

  /** Drops the acknowledged revisions and older ones. Newer changes stay. */
  acknowledge(stored: readonly Stored[]): void {
    this.#takeIn()
    for (const { questionId, revision } of stored) {
      const mine = this.#codes.get(questionId)
      if (mine && mine.revision <= revision) this.#codes.delete(questionId)
    }
    this.#write()
  }

  clear(): void {
    this.#codes.clear()
    this.#storage.remove(this.#key)
  }

  /** Merges what other tabs wrote first, so that none overwrites another's. */
  #takeIn(): void {
    for (const code of this.#stored()) {
      const mine = this.#codes.get(code.questionId)
      if (this.#questionIds.has(code.questionId) && (!mine || code.revision > mine.revision))
        this.#codes.set(code.questionId, code)
    }
  }

  #stored(): SavedCode[] {
    try {
      const { codes } = kept.parse(JSON.parse(this.#storage.read(this.#key) ?? 'null'))
      return codes.flatMap((code) => savedCode.safeParse(code).data ?? [])
    } catch {
      return []
    }
  }

  #write(): void {
    if (this.#codes.size === 0) this.#storage.remove(this.#key)
    else {
      const content = { owner: this.#owner, codes: [...this.#codes.values()] }
      this.#kept = this.#storage.write(this.#key, JSON.stringify(content))
    }
  }
}
