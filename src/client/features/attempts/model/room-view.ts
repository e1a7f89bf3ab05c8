import type { SavedAnswer, SavedCode } from '#shared/attempts/attempts.schema.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import type { OptionLetter, PaperCodingQuestion, PaperQuestion } from '#shared/tests/tests.schema.ts'
import { isWritten } from './answer-kinds.ts'
import type { DeliveryState } from './delivery.ts'
import { countStates, type PaletteState, paletteStateOf, unansweredOf } from './palette.ts'
import { idsIn, type PaperParts, type Part } from './paper.ts'
import { type SaveStatus, together } from './save-status.ts'
import type { Sitting } from './sitting.ts'
import type { Submission, SubmitState } from './submission.ts'
import type { SyncedStore } from './synced-store.ts'
import type { Noticed } from './violations.ts'
import type { Role } from './writer.ts'

/** A part as shown to the student. Only the open one can be worked on. */
export interface PartView {
  part: Part
  state: 'done' | 'open' | 'later'
  answered: number
  unanswered: number
}

/** Snapshot for the exam view. A new object after every change. */
export interface RoomView {
  parts: readonly PartView[]
  /** The open part. */
  part: Part
  isLastPart: boolean
  /** Index of the current question within the open part, from 0. */
  index: number
  question: PaperQuestion | undefined
  selected: OptionLetter | null
  marked: boolean
  /** For the open part only, like `counts`. */
  palette: readonly PaletteState[]
  /** The current coding question. */
  problem: PaperCodingQuestion | undefined
  /** Code by coding question, whichever device wrote it last. */
  codes: ReadonlyMap<string, SavedCode>
  /** The language whose untouched template is displayed instead of the code of `problem`. */
  template: Language | undefined
  counts: Record<PaletteState, number>
  /** In the whole test. */
  unanswered: number
  save: SaveStatus
  noticed: Noticed
  leave: DeliveryState<unknown>
  submit: SubmitState
  role: Role
  /** The session is over, and something is waiting for a sign-in. */
  signedOut: boolean
  /** The time is over, so nothing can be changed any more. */
  timeIsOver: boolean
}

interface Sources {
  paper: PaperParts
  sitting: Sitting
  store: SyncedStore<SavedAnswer>
  code: SyncedStore<SavedCode>
  noticed: Noticed
  leave: DeliveryState<unknown>
  submission: Submission
  role: Role
}

export function viewOf({ paper, sitting, store, code, noticed, leave, submission, role }: Sources): RoomView {
  const { progress, part, current, index } = sitting
  const selected = (id: string) => store.items().get(id)?.selectedAnswer ?? null
  const states = ({ questions }: Part) => questions.map(({ id }) => paletteStateOf(progress, selected(id) !== null, id))
  const parts = paper.parts.map((one): PartView => {
    const unwritten = one.coding.filter(({ questionId }) => !isWritten(code.items().get(questionId))).length
    const unanswered = unansweredOf(countStates(states(one))) + unwritten
    const state = one.index < part.index ? 'done' : one.index > part.index ? 'later' : 'open'
    return { part: one, state, answered: idsIn(one).length - unanswered, unanswered }
  })
  const palette = states(part)
  const problem = part.coding.find(({ questionId }) => questionId === current)
  const untouched = progress.untouched[current]
  const isBeside = untouched?.revision === (code.items().get(current)?.revision ?? 0)
  const save = together(store.status(), code.status())
  // An attempt that ended elsewhere is over here too, whoever submitted it.
  const submit: SubmitState =
    save.state === 'closed' && submission.state.phase !== 'done' ? { phase: 'closed' } : submission.state
  return {
    parts,
    part,
    isLastPart: part.index === paper.parts.length - 1,
    index,
    question: part.questions[index],
    selected: selected(current),
    marked: progress.marked.has(current),
    palette,
    problem,
    codes: code.items(),
    template: isBeside ? untouched?.language : undefined,
    counts: countStates(palette),
    unanswered: parts.reduce((sum, one) => sum + one.unanswered, 0),
    save,
    noticed,
    leave,
    submit,
    role,
    signedOut:
      submit.phase === 'signed-out' ||
      leave.phase === 'signed-out' ||
      (submit.phase === 'idle' && save.state === 'signed-out'),
    timeIsOver: submission.automatic,
  }
}
