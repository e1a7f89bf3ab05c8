import { z } from 'zod'

/** Drafts of unsaved forms in the browser. They may contain answers, so they expire. */

/** Storage that never throws: where nothing can be kept, `write` says so. */
export interface DraftStorage {
  read(key: string): string | null
  /** @returns whether it was kept */
  write(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
}

export interface DraftTimers {
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

export interface KeptDraft<Draft> {
  /** ms UTC */
  savedAt: number
  /** Names the stored state that the draft was made from, null for a new thing or where it is not known. */
  base: string | null
  draft: Draft
}

const keptDays = 30

interface Kind<Draft> {
  /** Key prefix of this kind of draft. */
  prefix: string
  shape: z.ZodType<Draft>
  /** Gives rows that were made before this page was loaded names of this page. */
  renamed: (draft: Draft) => Draft
}

/** The drafts of one kind in this browser. */
export function keptDrafts<Draft>({ prefix, shape, renamed }: Kind<Draft>) {
  const keptShape = z.object({ savedAt: z.number(), base: z.string().nullable().default(null), draft: shape })

  const parsed = (text: string | null): KeptDraft<Draft> | null => {
    try {
      // Written by another version of the product: what does not fit its fields cannot be shown.
      return keptShape.safeParse(JSON.parse(text ?? 'null')).data ?? null
    } catch {
      return null
    }
  }
  return {
    /** Key by person and thing. @param id undefined for a new one */
    keyOf: (userId: string, id: string | undefined) => `${prefix}${userId}.${id ?? 'new'}`,

    /** The stored draft of a key, or null. */
    read(storage: DraftStorage, key: string): KeptDraft<Draft> | null {
      const kept = parsed(storage.read(key))
      return kept && { ...kept, draft: renamed(kept.draft) }
    },

    /** Deletes drafts older than a month, of all people. @param now ms UTC */
    forgetOld(storage: DraftStorage, now: number) {
      for (const key of storage.keys()) {
        if (!key.startsWith(prefix)) continue
        const kept = parsed(storage.read(key))
        if (!kept || now - kept.savedAt > keptDays * 86_400_000) storage.remove(key)
      }
    },
  }
}

/** `refused`: this browser keeps nothing, because it is full, does not allow it, or the draft is too large. */
export type Keeping = { state: 'nothing' } | { state: 'kept'; at: number } | { state: 'refused' }

export interface KeeperOptions<Draft> {
  storage: DraftStorage
  timers: DraftTimers
  /** ms UTC */
  now: () => number
  key: string
  base: string | null
  /** The current draft; null without unsaved changes. */
  read: () => Draft | null
  /** True if it is small enough to store; by default all are tried. */
  fits?: ((draft: Draft) => boolean) | undefined
  onChange: (keeping: Keeping) => void
}

/** How long after the last change a draft is written, in ms: not at every key stroke. */
const restMs = 600

/** Writes a draft into the browser's storage while it is worked on. */
export class DraftKeeper<Draft> {
  readonly #options: KeeperOptions<Draft>
  #cancel: (() => void) | null = null
  #ended = false

  constructor(options: KeeperOptions<Draft>) {
    this.#options = options
  }

  /** The draft has changed. */
  changed() {
    this.#cancel?.()
    this.#cancel = this.#options.timers.after(restMs, () => this.flush())
  }

  /** Writes now what is not yet written, as before the page goes away. */
  flush() {
    if (!this.#cancel || this.#ended) return
    this.#cancel()
    this.#cancel = null
    const { storage, key, base, now, read, fits, onChange } = this.#options
    const draft = read()
    if (!draft) {
      storage.remove(key)
      return onChange({ state: 'nothing' })
    }
    const kept: KeptDraft<Draft> = { savedAt: now(), base, draft }
    const small = fits?.(draft) ?? true
    if (small && storage.write(key, JSON.stringify(kept))) return onChange({ state: 'kept', at: kept.savedAt })
    // An older state of it would later be offered as if it were this one.
    storage.remove(key)
    onChange({ state: 'refused' })
  }

  /** The draft is saved, or given up: nothing is kept any more. */
  drop() {
    this.#ended = true
    this.#cancel?.()
    this.#options.storage.remove(this.#options.key)
  }
}
