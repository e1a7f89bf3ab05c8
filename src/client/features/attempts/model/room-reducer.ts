import { type EssayAnswer, essayWith, filesIn } from '#shared/bank/types/essay.rules.ts'
import { isTooLarge, isWritten, type News, programAfter, type SaveReply, type Sender } from './answer-kinds.ts'
import { answerAfter, isTyped, valueFor } from './answer-values.ts'
import { answered, type Moment } from './clock.ts'
import * as course from './course.ts'
import * as notices from './notices.ts'
import * as proctoring from './proctoring.ts'
import { secondsOn } from './progress.ts'
import {
  type Effect,
  indexOf,
  isOver,
  isWriter,
  isWriting,
  type Role,
  type RoomEvent,
  type RoomEvents,
  type RoomState,
  Step,
} from './room-state.ts'

/** Returns the state after an event, and the effects to run, in order. */
export function reduce(
  state: RoomState,
  event: RoomEvent,
  at: Moment,
): { state: RoomState; effects: readonly Effect[] } {
  const step = new Step(state, at)
  const handle = handlers[event.kind] as (step: Step, event: RoomEvent) => void
  handle(step, event)
  return step
}

type Handler<Event> = (step: Step, event: Event) => void

/** Ignores an event unless the student can work on the open part in this tab now. */
const writing =
  <Event>(handle: Handler<Event>): Handler<Event> =>
  (step, event) => {
    if (isWriting(step.state)) handle(step, event)
  }

const handlers: { [Kind in keyof RoomEvents]: Handler<RoomEvents[Kind]> } = {
  open(step) {
    if (isOver(step.state)) return
    course.enterQuestion(step)
    course.keepProgress(step)
    step.set({ isOpen: true })
    step.run({ kind: 'listen' })
    if (isWriter(step.state)) step.run(opened(step))
    if (step.state.submission.state.phase === 'idle') step.run({ kind: 'start-stores' })
    if (!step.state.countdown.isRunning) course.tick(step)
    course.retryRequest(step, 'leave')
    course.retryRequest(step, 'submission')
  },
  close(step) {
    if (!isOver(step.state)) course.pauseTiming(step)
    step.set({ isOpen: false })
    step.run({ kind: 'stop-listening' }, { kind: 'stop-stores' })
    course.stopCountdown(step)
    step.run({ kind: 'cancel', timer: 'retry leave' }, { kind: 'cancel', timer: 'retry submission' })
  },

  'go-to': writing((step, { index }) => {
    step.run({ kind: 'flush-typed' })
    course.goTo(step, index)
  }),
  answer: writing((step, { value }) => {
    const { state, at } = step
    const question = state.part.questions[indexOf(state)]
    if (!question) return
    const seconds = secondsOn(state.stopwatch, question.id, at.mono)
    const answer = answerAfter(state.answers.get(question.id), { question, value, seconds }, at.now)
    if (answer) step.run({ kind: 'put-answer', answer, isTyping: value !== null && isTyped(question) })
  }),
  attach(step, { questionId, file }) {
    const { state, at } = step
    const question = state.part.questions.find(({ id }) => id === questionId)
    if (isOver(state)) return
    if (!question || !isWriter(state)) {
      step.notify(notices.notAttached(state.paper, questionId, file.name), 'important')
      return
    }
    const known = state.answers.get(questionId)
    const given = valueFor(question, known) as EssayAnswer | null
    const value = essayWith(given?.text ?? '', [...filesIn(given), file])
    const seconds = secondsOn(state.stopwatch, questionId, at.mono)
    const answer = answerAfter(known, { question, value, seconds }, at.now)
    if (answer) step.run({ kind: 'put-answer', answer, isTyping: false })
  },
  'toggle-mark': writing((step) => {
    if (indexOf(step.state) >= 0) course.toggleMark(step)
  }),

  'go-to-coding'(step, { questionId }) {
    step.run({ kind: 'flush-typed' })
    if (isCodingOpen(step.state, questionId)) course.visit(step, questionId)
  },
  write(step, { questionId, program }) {
    if (!isCodingOpen(step.state, questionId)) return
    putProgram(step, questionId, program)
    course.setTemplate(step, questionId, undefined)
  },
  /** Deletes code written in the template's language. Code in another language remains the answer. */
  'show-template'(step, { questionId, language }) {
    if (!isCodingOpen(step.state, questionId)) return
    const known = step.state.programs.get(questionId)
    const isReplaced = isWritten(known) && known?.language === language
    const answer = isReplaced ? putProgram(step, questionId, { code: '', language }) : known
    course.setTemplate(step, questionId, { language, revision: answer?.revision ?? 0 })
  },
  'flush-typed': (step) => step.run({ kind: 'flush-typed' }),

  'leave-section': writing((step) => {
    const { part, paper } = step.state
    if (part.index < paper.parts.length - 1) course.attempt(step, 'leave')
  }),
  'cancel-leave': (step) => course.cancelRequest(step, 'leave'),
  submit: writing(course.submit),
  'cancel-submit'(step) {
    if (!step.state.isTimeOver) course.cancelRequest(step, 'submission')
  },
  retry,
  'lost-network'(step) {
    if (step.state.submission.state.phase === 'idle') step.run({ kind: 'lost-network' })
  },

  /** Saves everything, because a phone may kill a hidden tab at any time. */
  hidden(step) {
    if (isOver(step.state)) return
    course.pauseTiming(step)
    step.run({ kind: 'flush-typed' })
    proctoring.hidden(step)
  },
  shown(step) {
    if (isOver(step.state)) return
    if (isWriter(step.state)) course.resumeTiming(step)
    proctoring.shown(step)
    course.refreshCountdown(step)
    retry(step)
  },
  'left-fullscreen': proctoring.leftFullscreen,
  'entered-fullscreen': proctoring.enteredFullscreen,
  clipboard: (step, { action }) => proctoring.clipboard(step, action),
  notify: (step, { sentence, tone }) => step.notify(sentence, tone),
  dismiss,

  due(step, { timer }) {
    if (timer === 'tick') course.tick(step)
    else if (timer === 'retry leave') course.attempt(step, 'leave')
    else if (timer === 'retry submission') course.attempt(step, 'submission')
    else dismiss(step, { id: Number(timer.slice('notice '.length)) })
  },
  heard: (step, { message }) => hear(step, message),

  'answers-changed'(step, { answers, answersStatus }) {
    // Ignore changes after the attempt has closed.
    if (step.state.answersStatus.state === 'closed') return
    step.set({ answers, answersStatus })
    if (answersStatus.state === 'closed') course.finish(step)
    else if (isWriter(step.state)) proctoring.connection(step, answersStatus.state !== 'offline')
  },
  'programs-changed': (step, { programs, programsStatus }) => step.set({ programs, programsStatus }),
  'uploads-changed': (step, { uploads }) => step.set({ uploads }),
  replaced: (step, { questionIds }) => step.notify(notices.replaced(step.state.paper, questionIds), 'news'),
  ignored: (step, { questionIds }) => step.notify(notices.notTaken(step.state.paper, questionIds), 'important'),
  saved(step, { reply, sent }) {
    hearServer(step, reply, sent)
    const { extraMinutes } = step.state
    if (reply.extraMinutes > extraMinutes)
      step.notify(notices.extraTimeGiven(reply.extraMinutes - extraMinutes), 'important')
    step.set({ extraMinutes: reply.extraMinutes })
    course.follow(step)
    course.refreshCountdown(step)
  },
  closed: (step) => course.finish(step),
  'turned-away': (step) => lose(step, 'device'),

  'take-over'(step) {
    const { role, isExclusive } = step.state
    if (role.as === 'writer') return
    if (isExclusive && !role.taking) takeOver(step, role)
    else if (!isExclusive) step.run(role.taking ? opened(step) : { kind: 'rename' })
  },
  renamed(step, { name }) {
    const { role } = step.state
    step.set({ writer: name })
    if (role.as === 'reader') takeOver(step, role)
    step.run(opened(step))
  },
  'take-over-asked'(step) {
    const { role } = step.state
    if (role.as !== 'reader' || !role.taking) return
    step.set({ isAnnouncing: false })
    setRole(step, { ...role, taking: false, failed: true })
  },

  'time-asked': (step, { askedAt }) => course.apply(step, answered(step.state.countdown, askedAt, step.at)),
  /** Returns to the test if the student was given extra time after time ran out offline. */
  'asked-before-submission'(step, { turn }) {
    if (turn !== step.state.submission.turn || step.at.remaining.whole === 0) return
    step.set({ isTimeOver: false })
    course.resetRequest(step, 'submission')
  },
  'section-left'(step, response) {
    const phase = course.settleRequest(step, 'leave', response, {
      worthRetrying: (kind) => kind !== 'refused',
      failed: notices.leaveFailed,
    })
    if (phase === 'done') course.follow(step)
    if (phase === 'done' || phase === 'closed') course.dropLeave(step)
    // Either the attempt is over or another section is open. A save returns the current state.
    if (phase === 'closed') step.run({ kind: 'flush' })
  },
  submitted(step, response) {
    const { isTimeOver, paper } = step.state
    const { rejected = [], message = '' } = response.outcome.ok ? {} : response.outcome.failure
    const rejectedIds = rejected.flatMap((position) => response.questionIds[position] ?? [])
    // Network failures are retried automatically. Once time is over, so is every failure except `closed` and
    // `signed-out`.
    const phase = course.settleRequest(step, 'submission', response, {
      worthRetrying: (kind) => kind === 'offline' || isTimeOver,
      failed: notices.submitRefused(paper, rejectedIds, message),
    })
    if (phase === 'idle') step.run({ kind: 'start-stores' })
    else if (phase === 'done' || phase === 'closed') course.finish(step)
  },
}

const isCodingOpen = (state: RoomState, questionId: string) =>
  isWriting(state) && state.part.coding.some((one) => one.questionId === questionId)

/** @returns the resulting answer */
function putProgram(step: Step, questionId: string, written: RoomEvents['write']['program']) {
  const known = step.state.programs.get(questionId)
  const program = programAfter(known, { questionId, ...written }, step.at.now)
  if (!program) return known
  step.run({ kind: 'put-program', program })
  if (isTooLarge(program) && !(known && isTooLarge(known)))
    step.notify(notices.codeTooLarge(step.state.paper, [questionId]), 'important')
  return program
}

function dismiss(step: Step, { id }: { id: number }): void {
  step.setNotices(step.state.notices.filter((notice) => notice.id !== id))
}

/** Sends pending changes at once, after signing in again or at the student's request. */
function retry(step: Step): void {
  const { phase } = step.state.submission.state
  course.retryRequest(step, phase === 'idle' ? 'leave' : 'submission')
  if (phase === 'idle') step.run({ kind: 'flush' }, { kind: 'flush-typed' })
}

// Writer and reader

function setRole(step: Step, role: Role): void {
  step.set({ role })
  if (role.as === 'reader') return
  course.resumeTiming(step)
  if (step.state.isExclusive) step.run(opened(step))
}

/** Becomes a reader, because the test continues elsewhere. */
function lose(step: Step, elsewhere: 'tab' | 'device'): void {
  step.set({ isAnnouncing: false })
  if (!isWriter(step.state)) return
  setRole(step, { as: 'reader', elsewhere, taking: false, failed: false })
  proctoring.movedElsewhere(step)
  course.pauseTiming(step)
  course.dropLeave(step)
}

/**
 * Continues the test here. Taking over from another tab takes effect at once, since tabs share unsent changes. From
 * another device, or in a one-device test, it takes effect once the server has returned the answers given there.
 */
function takeOver(step: Step, role: Role & { as: 'reader' }): void {
  const isAtOnce = role.elsewhere === 'tab' && !step.state.isExclusive
  step.set({ isAnnouncing: true })
  setRole(step, isAtOnce ? { as: 'writer' } : { ...role, taking: true, failed: false })
  step.run({ kind: 'flush', next: { kind: 'take-over-asked' } })
}

/** The message to other tabs that this tab is now the writer. */
const opened = ({ state }: Step): Effect => ({ kind: 'tell', message: { kind: 'opened', writer: state.writer } })

function hear(step: Step, message: News): void {
  const { isExclusive, writer } = step.state
  if (message.kind === 'violation') proctoring.log(step, message.event)
  else if (message.kind === 'left') step.run({ kind: 'flush' })
  else if (message.kind === 'opened') {
    // A duplicate of this tab has the same name. It must not write.
    const isDuplicate = isExclusive && isWriter(step.state) && message.writer === writer
    if (isDuplicate) step.run({ kind: 'tell', message: { kind: 'held', writer } })
    else lose(step, 'tab')
  } else if (message.kind === 'held' && message.writer === writer) lose(step, 'tab')
}

/** Updates this tab's role from the server's response to a save. */
function hearServer(step: Step, { isWriter }: SaveReply, sent: Sender): void {
  const { writer, isAnnouncing, role } = step.state
  // Ignore responses to saves sent under an older name.
  if (sent.writer !== writer) return
  if (!isWriter && !isAnnouncing) lose(step, 'device')
  if (!isWriter || !sent.takeOver) return
  step.set({ isAnnouncing: false })
  if (role.as === 'reader') setRole(step, { as: 'writer' })
}
