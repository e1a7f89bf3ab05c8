import type { PaperQuestion } from '#shared/tests/tests.schema.ts'
import { isWritten } from './answer-kinds.ts'
import { valueFor } from './answer-values.ts'
import { idsIn, type Part } from './paper.ts'
import { countStates, paletteStateOf, unansweredOf } from './progress.ts'
import type { RequestState } from './requests.ts'
import { indexOf, type RoomState } from './room-state.ts'
import { together, withUploads } from './save-status.ts'

/** A part as shown to the student. The student can work only on the open part. */
export interface PartView {
  part: Part
  state: 'done' | 'open' | 'later'
  answered: number
  unanswered: number
}

/** The state fields a view depends on. The time and notices change more often, so they are shown separately. */
const sources = [
  'answers',
  'answersStatus',
  'programs',
  'programsStatus',
  'uploads',
  'part',
  'progress',
  'noticed',
  'leave',
  'submission',
  'role',
  'isTimeOver',
] as const satisfies (keyof RoomState)[]
type Sources = Pick<RoomState, 'paper' | (typeof sources)[number]>

export const looksSame = (one: Sources, other: Sources) => sources.every((key) => one[key] === other[key])

export type RoomView = Readonly<ReturnType<typeof viewOf>>

/** Builds a snapshot of the state for the exam view. */
export function viewOf(state: Sources) {
  const { paper, part, progress, answers, programs, noticed, role } = state
  const { current } = progress
  const index = indexOf(state)
  const valueIn = (question: PaperQuestion) => valueFor(question, answers.get(question.id))
  const states = ({ questions }: Part) =>
    questions.map((question) => paletteStateOf(progress, valueIn(question) !== null, question.id))
  const parts = paper.parts.map((one): PartView => {
    const unwritten = one.coding.filter(({ questionId }) => !isWritten(programs.get(questionId))).length
    const unanswered = unansweredOf(countStates(states(one))) + unwritten
    const state = one.index < part.index ? 'done' : one.index > part.index ? 'later' : 'open'
    return { part: one, state, answered: idsIn(one).length - unanswered, unanswered }
  })
  const palette = states(part)
  const question = part.questions[index]
  const untouched = progress.untouched[current]
  const isBeside = untouched?.revision === (programs.get(current)?.revision ?? 0)
  const save = withUploads(together(state.answersStatus, state.programsStatus), state.uploads)
  const leave: RequestState<unknown> = state.leave.state
  // An attempt that ended elsewhere is over here too, no matter who submitted it.
  const isClosed = save.state === 'closed' && state.submission.state.phase !== 'done'
  const submit: RoomState['submission']['state'] = isClosed ? { phase: 'closed' } : state.submission.state
  return {
    parts,
    /** The open part. */
    part,
    isLastPart: part.index === paper.parts.length - 1,
    /** Zero-based index of the current question in the open part. */
    index,
    question,
    /** The answer to the current question; null if unanswered. */
    value: question ? valueIn(question) : null,
    /** Files chosen for the current question that are not part of its answer yet. */
    uploads: state.uploads.filter(({ questionId }) => questionId === current),
    marked: progress.marked.has(current),
    /** Covers only the open part, like `counts`. */
    palette,
    counts: countStates(palette),
    problem: part.coding.find(({ questionId }) => questionId === current),
    /** Code by coding question id, including code from other devices. */
    codes: programs,
    /** The language whose untouched template is displayed instead of the code for `problem`. */
    template: isBeside ? untouched?.language : undefined,
    /** Number of unanswered questions in the whole test. */
    unanswered: parts.reduce((sum, one) => sum + one.unanswered, 0),
    save,
    noticed,
    leave,
    submit,
    role,
    /** True if the session has ended and a request is waiting for the student to sign in. */
    signedOut:
      submit.phase === 'signed-out' ||
      leave.phase === 'signed-out' ||
      (submit.phase === 'idle' && save.state === 'signed-out'),
    /** True once time is over and nothing can be changed. */
    timeIsOver: state.isTimeOver,
  }
}
