import { z } from 'zod'
import type { LocalStore, Timers } from '#client/features/attempts/model/ports.ts'
import { draftShape, newKey, type QuestionDraft } from './draft.ts'

/** What the browser keeps of a coding question that is not saved. It holds hidden cases, so it does not lie there for ever. */

const prefix = 'examhall.codingDraft.'
const keptDays = 30

/** Whose draft of which question. @param questionId undefined for a new one */
export const draftKey = (userId: string, questionId: string | undefined) => `${prefix}${userId}.${questionId ?? 'new'}`

const keptShape = z.object({
  /** ms UTC */
  savedAt: z.number(),
  draft: draftShape,
})
export type KeptDraft = z.output<typeof keptShape>

function parsed(text: string | null): KeptDraft | null {
  try {
    // Written by another version of the product: what does not fit its fields cannot be shown.
    return keptShape.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    return null
  }
}

/** Takes away what has been lying for a month, whoever's it is. @param now ms UTC */
export function forgetOldDrafts(storage: LocalStore, now: number) {
  for (const key of storage.keys()) {
    if (!key.startsWith(prefix)) continue
    const kept = parsed(storage.read(key))
    if (!kept || now - kept.savedAt > keptDays * 86_400_000) storage.remove(key)
  }
}

/** What is kept under a name, or null. Its rows get names of this page. */
export function readKept(storage: LocalStore, key: string): KeptDraft | null {
  const kept = parsed(storage.read(key))
  if (!kept) return null
  const named = <Row extends { key: string }>(rows: Row[]) => rows.map((row) => ({ ...row, key: newKey() }))
  const { draft } = kept
  return { ...kept, draft: { ...draft, testCases: named(draft.testCases), solutions: named(draft.solutions) } }
}

/** `refused`: this browser keeps nothing, because it is full, does not allow it, or the cases are too large. */
export type Keeping = { state: 'nothing' } | { state: 'kept'; at: number } | { state: 'refused' }

interface KeeperOptions {
  storage: LocalStore
  timers: Timers
  /** ms UTC */
  now: () => number
  key: string
  /** The draft as it stands; null when nothing in it is unsaved. */
  read: () => QuestionDraft | null
  onChange: (keeping: Keeping) => void
}

/** How long after the last change a draft is written, in ms. */
const restMs = 800
/** Browsers keep about five million characters for a whole site. */
const mostCharacters = 2_000_000

const charactersIn = ({ testCases }: QuestionDraft) =>
  testCases.reduce((sum, { input, expected_output }) => sum + input.length + expected_output.length, 0)

/** Writes a draft into the browser's storage while it is worked on. */
export class DraftKeeper {
  readonly #options: KeeperOptions
  #cancel: (() => void) | null = null
  #ended = false

  constructor(options: KeeperOptions) {
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
    const { storage, key, now, read, onChange } = this.#options
    const draft = read()
    if (!draft) {
      storage.remove(key)
      return onChange({ state: 'nothing' })
    }
    const savedAt = now()
    const kept: KeptDraft = { savedAt, draft }
    const fits = charactersIn(draft) <= mostCharacters
    if (fits && storage.write(key, JSON.stringify(kept))) return onChange({ state: 'kept', at: savedAt })
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
