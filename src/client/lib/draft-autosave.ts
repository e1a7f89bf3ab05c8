import { z } from 'zod'
import type { LocalStore, Timers } from './device/device.ts'

/** Drafts of unsaved forms, stored in the browser. They may contain answers, so they expire. */

export interface SavedDraft<Draft> {
  /** ms UTC */
  savedAt: number
  /** Identifies the saved version that the draft is based on; null for a new item or if unknown. */
  base: string | null
  draft: Draft
}

const maxAgeDays = 30

interface Kind<Draft> {
  prefix: string
  shape: z.ZodType<Draft>
  /** Gives the rows new keys: keys from an earlier page load could clash with those of new rows. */
  renamed: (draft: Draft) => Draft
}

export function savedDrafts<Draft>({ prefix, shape, renamed }: Kind<Draft>) {
  const savedShape = z.object({ savedAt: z.number(), base: z.string().nullable().default(null), draft: shape })

  const parsed = (text: string | null): SavedDraft<Draft> | null => {
    try {
      // Another version of the client may have written it. Invalid drafts are ignored.
      return savedShape.safeParse(JSON.parse(text ?? 'null')).data ?? null
    } catch {
      return null
    }
  }
  return {
    /** Storage key for a user and an item. @param id undefined for a new item */
    keyOf: (userId: string, id: string | undefined) => `${prefix}${userId}.${id ?? 'new'}`,

    read(storage: LocalStore, key: string): SavedDraft<Draft> | null {
      const kept = parsed(storage.read(key))
      return kept && { ...kept, draft: renamed(kept.draft) }
    },

    /** Deletes all users' drafts that are invalid or older than a month. @param now ms UTC */
    forgetOld(storage: LocalStore, now: number) {
      for (const key of storage.keys()) {
        if (!key.startsWith(prefix)) continue
        const kept = parsed(storage.read(key))
        if (!kept || now - kept.savedAt > maxAgeDays * 86_400_000) storage.remove(key)
      }
    },
  }
}

/** `refused`: the draft could not be stored, because storage is full or blocked, or because the draft is too large. */
export type AutosaveState = { state: 'nothing' } | { state: 'kept'; at: number } | { state: 'refused' }

export interface AutosaveOptions<Draft> {
  storage: LocalStore
  timers: Timers
  /** ms UTC */
  now: () => number
  key: string
  base: string | null
  /** The current draft; null if there are no unsaved changes. */
  read: () => Draft | null
  /** True if the draft is small enough to store. By default, every draft is. */
  fits?: ((draft: Draft) => boolean) | undefined
  onChange: (autosave: AutosaveState) => void
}

/** Time from the last change until the draft is stored, in ms. */
const restMs = 600

/** Stores a draft in the browser while it is being edited. */
export class DraftAutosave<Draft> {
  readonly #options: AutosaveOptions<Draft>
  #cancel: (() => void) | null = null
  #ended = false

  constructor(options: AutosaveOptions<Draft>) {
    this.#options = options
  }

  changed() {
    this.#cancel?.()
    this.#cancel = this.#options.timers.after(restMs, () => this.flush())
  }

  /** Stores pending changes at once, for example before the page is closed. */
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
    const kept: SavedDraft<Draft> = { savedAt: now(), base, draft }
    const small = fits?.(draft) ?? true
    if (small && storage.write(key, JSON.stringify(kept))) return onChange({ state: 'kept', at: kept.savedAt })
    // Otherwise, the outdated draft would be offered later.
    storage.remove(key)
    onChange({ state: 'refused' })
  }

  drop() {
    this.#ended = true
    this.#cancel?.()
    this.#options.storage.remove(this.#options.key)
  }
}
