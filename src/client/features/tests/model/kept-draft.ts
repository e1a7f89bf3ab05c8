import { z } from 'zod'
import type { LocalStore, Timers } from '#client/features/attempts/model/ports.ts'
import { type DraftQuestion, draftShape, newKey, type TestDraft } from './draft.ts'

/** What the browser keeps of a test that is not saved. It holds answer keys, so it does not lie there for ever. */

const prefix = 'examhall.draft.'
const keptDays = 30

/** Whose draft of which test. @param testId undefined for a new one */
export const draftKey = (userId: string, testId: string | undefined) => `${prefix}${userId}.${testId ?? 'new'}`

const keptShape = z.object({
  /** ms UTC */
  savedAt: z.number(),
  /** Fingerprint of the stored test that the draft was made from, null for a new one. */
  base: z.string().nullable(),
  draft: draftShape,
})
export type KeptDraft = z.output<typeof keptShape>

/** A short name for what a test holds: another one once anything of it has changed. */
export function fingerprint(draft: TestDraft): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (const char of JSON.stringify(draft)) {
    const code = char.codePointAt(0) ?? 0
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}

function parsed(text: string | null): KeptDraft | null {
  try {
    const { success, data } = keptShape.safeParse(JSON.parse(text ?? 'null'))
    // Written by another version of the product: what does not fit its fields cannot be shown.
    return success ? data : null
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

/** Rows made before this page was loaded get names of their own again; a stored one goes by its id. */
function renamed(draft: TestDraft): TestDraft {
  const own = <Row extends { id?: string | undefined }>(row: Row) => ({ ...row, key: row.id ?? newKey() })
  return {
    ...draft,
    questions: draft.questions.map(own),
    sections: draft.sections.map((section) => ({ ...own(section), questions: section.questions.map(own) })),
  }
}

/** What is kept under a name, or null. */
export function readKept(storage: LocalStore, key: string): KeptDraft | null {
  const kept = parsed(storage.read(key))
  return kept && { ...kept, draft: renamed(kept.draft) }
}

/** A draft without the ids that the stored test no longer has: the server would refuse them. */
export function withKnownIds(draft: TestDraft, stored: TestDraft | undefined): TestDraft {
  const ids = (test: TestDraft | undefined) => ({
    sections: new Set(test?.sections.map(({ id }) => id)),
    questions: new Set(
      [...(test?.questions ?? []), ...(test?.sections ?? []).flatMap(({ questions }) => questions)].map(({ id }) => id),
    ),
  })
  const known = ids(stored)
  const owned = (question: DraftQuestion) =>
    known.questions.has(question.id) ? question : { ...question, id: undefined, key: newKey() }
  return {
    ...draft,
    questions: draft.questions.map(owned),
    sections: draft.sections.map((section) => ({
      ...section,
      ...(!known.sections.has(section.id) && { id: undefined, key: newKey() }),
      questions: section.questions.map(owned),
    })),
  }
}

/** `refused`: this browser keeps nothing, because it is full or does not allow it. */
export type Keeping = { state: 'nothing' } | { state: 'kept'; at: number } | { state: 'refused' }

interface KeeperOptions {
  storage: LocalStore
  timers: Timers
  /** ms UTC */
  now: () => number
  key: string
  base: string | null
  /** The draft as it stands; null when nothing in it is unsaved. */
  read: () => TestDraft | null
  onChange: (keeping: Keeping) => void
}

/** How long after the last change a draft is written, in ms: not at every key stroke. */
const restMs = 600

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
    const { storage, key, base, now, read, onChange } = this.#options
    const draft = read()
    if (!draft) {
      storage.remove(key)
      return onChange({ state: 'nothing' })
    }
    const savedAt = now()
    const kept: KeptDraft = { savedAt, base, draft }
    if (storage.write(key, JSON.stringify(kept))) return onChange({ state: 'kept', at: savedAt })
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
