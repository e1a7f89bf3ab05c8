import type { ZodType } from 'zod'
import { createStore, type StoreApi } from 'zustand'
import type { TestForm } from '#shared/tests/form.schema.ts'
import { type Change, withSection } from './draft-changes.ts'
import { checkDraft, type DraftErrors, inOrder, placeOf, withoutErrors } from './draft-errors.ts'
import type { DraftSection, TestDraft } from './test-draft.ts'

export interface Undo {
  /** `Question 3 removed` */
  text: string
  back: Change
}

export interface EditorState {
  draft: TestDraft
  errors: DraftErrors
  /** Key of the expanded section; null for none. */
  open: string | null
  undo: Undo | null
  /** True while the author is writing a question that is not in the draft yet. */
  unfinished: boolean
}

interface StoreOptions {
  schema: ZodType<TestForm>
  /** The baseline for unsaved changes. */
  initial: TestDraft
  /** The initial state, if it differs from the baseline. */
  restored?: TestDraft | undefined
  undo?: Undo | undefined
  /** True if students have started the test. */
  begun?: boolean
  /** Undefined for a new test. */
  testId?: string | undefined
}

/** Deep equality of the content. Identical objects are skipped. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/** A count typed by the author is no longer a default. */
const typed = (field: string) => (field === 'numberOfQuestions' ? { countTyped: true } : {})

/**
 * A test in the editor. It uses a store, because the common form hook copies all values on each keystroke and is slow
 * with two thousand questions. Each field and row subscribes only to its own part.
 */
export class DraftStore {
  readonly schema: ZodType<TestForm>
  readonly initial: TestDraft
  readonly begun: boolean
  readonly testId: string | undefined
  readonly #store: StoreApi<EditorState>

  constructor({ schema, initial, restored, undo, begun = false, testId }: StoreOptions) {
    this.schema = schema
    this.initial = initial
    this.begun = begun
    this.testId = testId
    const draft = restored ?? initial
    this.#store = createStore(() => ({
      draft,
      errors: {},
      open: draft.sections[0]?.key ?? null,
      undo: undo ?? null,
      unfinished: false,
    }))
  }

  read = () => this.#store.getState()

  subscribe = (listener: () => void) => this.#store.subscribe(listener)

  #set(next: Partial<EditorState>) {
    this.#store.setState(next)
  }

  hasChanges = () => !same(this.read().draft, this.initial)

  isDirty = () => this.hasChanges() || this.read().unfinished

  setUnfinished = (unfinished: boolean) => {
    if (unfinished !== this.read().unfinished) this.#set({ unfinished })
  }

  setField = <Field extends keyof TestDraft>(field: Field, value: TestDraft[Field]) => {
    const { draft, errors } = this.read()
    this.#set({ draft: { ...draft, [field]: value, ...typed(field) }, errors: withoutErrors(errors, field) })
  }

  setSectionField = <Field extends keyof DraftSection>(key: string, field: Field, value: DraftSection[Field]) => {
    const { draft, errors } = this.read()
    const at = draft.sections.findIndex((section) => section.key === key)
    const next = withSection(draft, key, { [field]: value, ...typed(field) })
    this.#set({ draft: next, errors: withoutErrors(errors, `sections.${at}.${field}`) })
  }

  /** Applies a change to the draft. @param undo offered to the user to revert the change */
  change = (change: Change, undo?: Undo) => {
    const draft = change(this.read().draft)
    if (draft === this.read().draft) return
    // Rows with errors may have moved or been removed. If there are no errors yet, none appear before the next save.
    const errors = Object.keys(this.read().errors).length > 0 ? checkDraft(this.schema, draft).errors : {}
    this.#set({ draft, errors, open: this.#openIn(draft), ...(undo && { undo }) })
  }

  /** The open section. Falls back to the first if it was removed or there were no sections before. */
  #openIn(draft: TestDraft): string | null {
    const { open, draft: before } = this.read()
    if (draft.sections.some(({ key }) => key === open)) return open
    return open !== null || before.sections.length === 0 ? (draft.sections[0]?.key ?? null) : null
  }

  undo = () => {
    const { undo } = this.read()
    if (!undo) return
    this.#set({ undo: null })
    this.change(undo.back)
  }

  forgetUndo = () => this.#set({ undo: null })

  open = (key: string | null) => {
    if (key !== this.read().open) this.#set({ open: key })
  }

  /** Validates the draft and shows any errors. @returns the form for the server, or null if there are errors */
  check(): TestForm | null {
    const { form, errors } = checkDraft(this.schema, this.read().draft)
    this.showErrors(errors)
    return form
  }

  /** Shows errors, including the server's, and expands the section that contains the first one. */
  showErrors(errors: Record<string, string>) {
    const ordered = inOrder(errors)
    const first = Object.keys(ordered)[0]
    const section = first === undefined ? undefined : placeOf(this.read().draft, first).section
    this.#set({ errors: ordered, ...(section !== undefined && { open: section }) })
  }
}
