import { createStore, type StoreApi } from 'zustand'
import { plural } from '#client/lib/format.ts'
import {
  checkDraft,
  type DraftCase,
  type DraftErrors,
  type DraftGroup,
  type DraftSolution,
  inOrder,
  newGroupKey,
  type QuestionDraft,
  type QuestionForm,
  withoutErrors,
} from './question-draft.ts'

export interface EditorState {
  draft: QuestionDraft
  errors: DraftErrors
  /** Keys of the expanded cases. */
  open: ReadonlySet<string>
  undo: Undo | null
}

interface Undo {
  /** `Test case 3 removed` */
  text: string
  back: (draft: QuestionDraft) => QuestionDraft
}

interface StoreOptions {
  /** The baseline for unsaved changes. */
  initial: QuestionDraft
  /** The initial state, if it differs from the baseline. */
  restored?: QuestionDraft
  undo?: Undo
}

interface Rows {
  testCases: DraftCase
  solutions: DraftSolution
  groups: DraftGroup
}

const rowNames: Record<keyof Rows, string> = { testCases: 'Test case', solutions: 'Solution', groups: 'Group' }

/** Above this number, cases start collapsed, because each expanded case has two large fields. */
const openAtFirst = 3

/** Deep equality of the content. Identical objects are skipped, and row keys are ignored. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  keys.delete('key')
  return [...keys].every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

const opened = ({ testCases }: QuestionDraft) =>
  new Set(testCases.length <= openAtFirst ? testCases.map(({ key }) => key) : [])

/**
 * A coding question in the editor. Like the test editor, it uses a store, because the common form hook copies all
 * values on each keystroke and is slow with megabytes of cases. Each field and row subscribes only to its own part.
 */
export class QuestionStore {
  readonly initial: QuestionDraft
  readonly #store: StoreApi<EditorState>

  constructor({ initial, restored, undo }: StoreOptions) {
    this.initial = initial
    const draft = restored ?? initial
    this.#store = createStore(() => ({ draft, errors: {}, open: opened(draft), undo: undo ?? null }))
  }

  read = () => this.#store.getState()

  subscribe = (listener: () => void) => this.#store.subscribe(listener)

  #set(next: Partial<EditorState>) {
    this.#store.setState(next)
  }

  hasChanges = () => !same(this.read().draft, this.initial)

  setField = <Field extends keyof QuestionDraft>(field: Field, value: QuestionDraft[Field]) => {
    const { draft, errors } = this.read()
    this.#set({ draft: { ...draft, [field]: value }, errors: withoutErrors(errors, field) })
  }

  setRow = <Part extends keyof Rows>(part: Part, key: string, patch: Partial<Rows[Part]>) => {
    const { draft } = this.read()
    const rows = draft[part] as Rows[Part][]
    const at = rows.findIndex((row) => row.key === key)
    if (at < 0) return
    let { errors } = this.read()
    for (const field of Object.keys(patch)) errors = withoutErrors(errors, `${part}.${at}.${field}`)
    const next = { ...draft, [part]: rows.with(at, { ...(rows[at] as Rows[Part]), ...patch }) }
    // Groups and the cases in them are validated together.
    if (part === 'groups' || 'group' in patch) this.#change(next, this.read().undo)
    else this.#set({ draft: next, errors })
  }

  /** Applies a change to the rows. Rows with errors may have been moved or removed, so errors are recomputed. */
  #change(draft: QuestionDraft, undo: EditorState['undo'] = null) {
    const errors = Object.keys(this.read().errors).length > 0 ? checkDraft(draft, this.initial).errors : {}
    this.#set({ draft, errors, undo })
  }

  addCases = (cases: readonly DraftCase[], unfold = cases.length <= openAtFirst) => {
    const { draft, open } = this.read()
    // Cases from a file replace the empty case that every new question has.
    const kept = draft.testCases.filter(
      ({ input, expected_output }) => unfold || input !== '' || expected_output !== '',
    )
    this.#change({ ...draft, testCases: [...kept, ...cases] })
    if (unfold) this.#set({ open: new Set([...open, ...cases.map(({ key }) => key)]) })
  }

  addSolution = (solution: DraftSolution) => {
    const { draft } = this.read()
    this.#change({ ...draft, solutions: [...draft.solutions, solution] })
  }

  /** Adds a group for the cases that have none. @returns its key */
  addGroup = (): string => {
    const { draft } = this.read()
    const key = newGroupKey(draft.groups)
    const added: DraftGroup = { key, name: '', points: 10, scoring: 'all', needs: [] }
    this.#change({ ...draft, groups: [...draft.groups, added] })
    return key
  }

  /** Moves cases to a group, or out of their groups if `group` is empty, and offers an undo. */
  assignCases = (keys: ReadonlySet<string>, group: string) => {
    const { draft } = this.read()
    const before = new Map(draft.testCases.map((one) => [one.key, one.group]))
    const withGroups = (now: QuestionDraft, groupOf: (one: DraftCase) => string): QuestionDraft => ({
      ...now,
      testCases: now.testCases.map((one) => (keys.has(one.key) ? { ...one, group: groupOf(one) } : one)),
    })
    const name = draft.groups.find(({ key }) => key === group)?.name.trim()
    const to = group === '' ? 'removed from their groups' : `assigned to “${name || 'Unnamed group'}”`
    this.#change(
      withGroups(draft, () => group),
      {
        text: `${plural(keys.size, 'test case')} ${to}`,
        back: (now) => withGroups(now, ({ key }) => before.get(key) ?? ''),
      },
    )
  }

  /** Removes a group and all references to it, and offers an undo. */
  removeGroup = (key: string) => {
    const { draft } = this.read()
    const at = draft.groups.findIndex((group) => group.key === key)
    const removed = draft.groups[at]
    if (!removed) return
    const cases = new Set(draft.testCases.filter(({ group }) => group === key).map((one) => one.key))
    const needing = new Set(draft.groups.filter(({ needs }) => needs.includes(key)).map((group) => group.key))
    const next: QuestionDraft = {
      ...draft,
      groups: draft.groups
        .toSpliced(at, 1)
        .map((group) =>
          needing.has(group.key) ? { ...group, needs: group.needs.filter((need) => need !== key) } : group,
        ),
      testCases: draft.testCases.map((one) => (cases.has(one.key) ? { ...one, group: '' } : one)),
    }
    const back = (now: QuestionDraft): QuestionDraft => ({
      ...now,
      groups: now.groups
        .map((group) => (needing.has(group.key) ? { ...group, needs: [...group.needs, key] } : group))
        .toSpliced(Math.min(at, now.groups.length), 0, removed),
      testCases: now.testCases.map((one) => (cases.has(one.key) && one.group === '' ? { ...one, group: key } : one)),
    })
    this.#change(next, { text: `Group “${removed.name.trim() || at + 1}” removed`, back })
  }

  move = (part: keyof Rows, key: string, by: 1 | -1) => {
    const { draft } = this.read()
    const rows: readonly { key: string }[] = draft[part]
    const at = rows.findIndex((row) => row.key === key)
    const [row, other] = [rows[at], rows[at + by]]
    if (!row || !other) return
    this.#change({ ...draft, [part]: rows.with(at, other).with(at + by, row) })
  }

  /** Removes a row and offers an undo. The last case cannot be removed. @returns true if the row was removed */
  remove = (part: 'testCases' | 'solutions', key: string): boolean => {
    const { draft } = this.read()
    const rows: readonly { key: string }[] = draft[part]
    const at = rows.findIndex((row) => row.key === key)
    const row = rows[at]
    if (!row || (part === 'testCases' && rows.length === 1)) return false
    const back = (now: QuestionDraft): QuestionDraft => {
      const present: readonly { key: string }[] = now[part]
      return { ...now, [part]: present.toSpliced(Math.min(at, present.length), 0, row) }
    }
    const text = `${rowNames[part]} ${at + 1} removed`
    this.#change({ ...draft, [part]: rows.toSpliced(at, 1) }, { text, back })
    return true
  }

  undo = () => {
    const { undo, draft } = this.read()
    if (undo) this.#change(undo.back(draft))
  }

  forgetUndo = () => this.#set({ undo: null })

  toggle = (key: string) => {
    const open = new Set(this.read().open)
    if (!open.delete(key)) open.add(key)
    this.#set({ open })
  }

  /** Validates the draft and shows any errors. @returns the form for the server, or null if there are errors */
  check(): QuestionForm | null {
    const { form, errors } = checkDraft(this.read().draft, this.initial)
    this.showErrors(errors)
    return form
  }

  /** Shows errors, including the server's, and expands the test case that contains the first one. */
  showErrors(errors: Record<string, string>) {
    const ordered = inOrder(errors)
    const first = /^testCases\.(\d+)/.exec(Object.keys(ordered)[0] ?? '')?.[1]
    const key = first === undefined ? undefined : this.read().draft.testCases[Number(first)]?.key
    const open = key === undefined ? this.read().open : new Set([...this.read().open, key])
    this.#set({ errors: ordered, open })
  }
}
