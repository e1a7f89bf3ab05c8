import { retryDelay } from '#client/lib/device/retry.ts'
import { nextTickMs, type Ticked, ticked } from './clock.ts'
import { sectionLeftElsewhere, sectionOpenAgain, sectionOver } from './notices.ts'
import { settle } from './proctoring.ts'
import { allSeconds, entered, paused, resumed, type Untouched, visited, withMarkToggled } from './progress.ts'
import { type Failure, type Outcome, type RequestState, type RoomRequest, unsentRequest } from './requests.ts'
import { indexOf, isOver, isWriter, type RequestName, type Step } from './room-state.ts'

/** The course of the attempt: the student's position in the paper, leaving sections, submitting, and the clock. */

/** Do not return to a section that ends within this time, in ms: the two clocks may just be out of sync. */
const settleMs = 3_000

export function keepProgress(step: Step): void {
  const progress = { ...step.state.progress, seconds: allSeconds(step.state.stopwatch, step.at.mono) }
  step.set({ progress })
  // Do not store the progress of a finished attempt.
  if (!isOver(step.state)) step.run({ kind: 'keep-progress', progress })
}

/** Starts timing the current question, unless it is a coding question. */
export function enterQuestion(step: Step): void {
  const { state, at } = step
  if (indexOf(state) >= 0) step.set({ stopwatch: entered(state.stopwatch, state.progress.current, at.mono) })
}

export function resumeTiming(step: Step): void {
  if (indexOf(step.state) >= 0) step.set({ stopwatch: resumed(step.state.stopwatch, step.at.mono) })
}

export const stopTiming = (step: Step) => step.set({ stopwatch: paused(step.state.stopwatch, step.at.mono) })

export function pauseTiming(step: Step): void {
  stopTiming(step)
  keepProgress(step)
}

export function visit(step: Step, questionId: string): void {
  step.set({ progress: visited(step.state.progress, questionId) })
  keepProgress(step)
}

/** Opens the question at `index` in the open part, if it exists and is not already open. */
export function goTo(step: Step, index: number): void {
  const { part, progress, stopwatch } = step.state
  const id = part.questions[index]?.id
  if (id === undefined || id === progress.current) return
  step.set({ stopwatch: entered(stopwatch, id, step.at.mono) })
  visit(step, id)
}

export function toggleMark(step: Step): void {
  const { progress } = step.state
  step.set({ progress: withMarkToggled(progress, progress.current) })
  keepProgress(step)
}

/** Shows a language's template, or hides it if undefined. */
export function setTemplate(step: Step, questionId: string, untouched: Untouched | undefined): void {
  const { progress } = step.state
  const { [questionId]: before, ...others } = progress.untouched
  if (before === untouched) return
  step.set({ progress: { ...progress, untouched: untouched ? { ...others, [questionId]: untouched } : others } })
  keepProgress(step)
}

/**
 * Moves the student to the part that is open according to the server's clock.
 *
 * @returns true if the part changed
 */
function followClock(step: Step): boolean {
  const { state, at } = step
  const { part, partDeadline } = at.position
  const [before, now] = [state.part, state.paper.part(part)]
  if (now === before) return false
  const isBack = now.index < before.index
  if (isBack && partDeadline - at.now < settleMs) return false
  // A save may report the new section before the leave request itself succeeds.
  const isOwn = state.leave.state.phase !== 'idle'
  openPart(step, now.index)
  const [closed, open] = [before.name ?? '', now.name ?? '']
  if (isBack) step.notify(sectionOpenAgain(open), 'important')
  else if (!at.isLeftByHand) step.notify(sectionOver(closed, open), 'news')
  else if (!isOwn) step.notify(sectionLeftElsewhere(closed, open), 'important')
  return true
}

/** Opens another part at its first question. */
function openPart(step: Step, index: number): void {
  const part = step.state.paper.part(index)
  // The server accepts answers for a few seconds after their section ends.
  step.run({ kind: 'flush-typed' })
  step.set({ part })
  // The coding section and a sealed section have no question to time.
  if (part.questions.length === 0) stopTiming(step)
  const [coding] = part.coding
  if (coding) visit(step, coding.questionId)
  else goTo(step, 0)
}

// Leaving a section and submitting

export function attempt(step: Step, name: RequestName): void {
  const { part, isTimeOver } = step.state
  const { failures, turn: before } = step.state[name]
  const turn = before + 1
  step.set({ [name]: { state: { phase: 'sending' }, failures, turn } })
  step.run({ kind: 'cancel', timer: `retry ${name}` })
  if (name === 'leave')
    step.run({ kind: 'leave', turn, from: part.index, questionIds: part.questions.map(({ id }) => id) })
  // A save sent while the submission is in flight would only be rejected.
  // There may be extra time that this device does not know of yet.
  else step.run({ kind: 'stop-stores' }, { kind: 'submit', turn, asksFirst: isTimeOver })
}

/** True if the request can be retried now or cancelled. */
const isStuck = ({ state }: RoomRequest<unknown>) => state.phase === 'waiting' || state.phase === 'signed-out'

export function retryRequest(step: Step, name: RequestName): void {
  if (isStuck(step.state[name])) attempt(step, name)
}

/** Cancels submitting or leaving the section, and returns to the questions. */
export function cancelRequest(step: Step, name: RequestName): void {
  if (isStuck(step.state[name])) resetRequest(step, name)
}

export function resetRequest(step: Step, name: RequestName): void {
  step.run({ kind: 'cancel', timer: `retry ${name}` })
  step.set({ [name]: { ...unsentRequest, turn: step.state[name].turn + 1 } })
  if (name === 'submission') step.run({ kind: 'start-stores' })
}

interface Policy {
  /** True to retry this kind of failure automatically; otherwise the state returns to `idle` with a message. */
  worthRetrying: (kind: Failure['kind']) => boolean
  failed: string
}

/**
 * Applies the response to a request, unless the request was abandoned.
 *
 * @returns the new phase; null if the request was abandoned
 */
export function settleRequest(
  step: Step,
  name: RequestName,
  { turn, outcome }: { turn: number; outcome: Outcome<unknown> },
  { worthRetrying, failed }: Policy,
): RequestState<unknown>['phase'] | null {
  const before = step.state[name]
  if (turn !== before.turn) return null
  const become = (state: RequestState<unknown>, failures = before.failures) => {
    step.set({ [name]: { state, failures, turn } })
    return state.phase
  }
  if (outcome.ok) return become({ phase: 'done', answer: outcome.value })
  const { kind, message } = outcome.failure
  if (kind === 'closed' || kind === 'signed-out') return become({ phase: kind })
  const words = kind === 'trouble' || kind === 'refused' ? failed : message
  if (!worthRetrying(kind)) return become({ phase: 'idle', message: words })
  const failures = before.failures + 1
  const ms = retryDelay(failures, () => step.at.random)
  if (step.state.isOpen) step.run({ kind: 'after', timer: `retry ${name}`, ms })
  return become({ phase: 'waiting', message: words, retryAt: step.at.wall + ms }, failures)
}

export function dropLeave(step: Step): void {
  if (step.state.leave.state.phase !== 'idle') resetRequest(step, 'leave')
}

/** Submits the test, unless a submission is already under way. */
export function submit(step: Step): void {
  settle(step)
  dropLeave(step)
  if (step.state.submission.state.phase === 'idle') attempt(step, 'submission')
}

/**
 * Cleans up once the attempt is over, however it ended. Unless it was submitted here, unsent answers stay on the device:
 * they count if the attempt is reopened.
 */
export function finish(step: Step): void {
  const keepsUnsent = step.state.submission.state.phase !== 'done'
  step.run({ kind: 'close-stores', keepsUnsent }, { kind: 'stop-listening' })
  stopCountdown(step)
  stopTiming(step)
  step.run({ kind: 'forget' })
}

// The clock

export function tick(step: Step): void {
  step.run({ kind: 'after', timer: 'tick', ms: nextTickMs(step.at) })
  apply(step, ticked(step.state.countdown, step.at))
}

export function apply(step: Step, { countdown, wishes }: Ticked): void {
  step.set({ countdown })
  for (const wish of wishes) {
    if (wish === 'follow') follow(step)
    else if (wish === 'look') step.run({ kind: 'flush' })
    else if (wish === 'ask') step.run({ kind: 'flush', next: { kind: 'time-asked', askedAt: step.at.mono } })
    // The device that the student works on submits; others learn of it from the server.
    else if (step.state.answersStatus.state !== 'closed' && isWriter(step.state)) {
      step.set({ isTimeOver: true })
      submit(step)
    }
  }
}

/** Updates at once, for example when the tab becomes visible again. */
export function refreshCountdown(step: Step): void {
  if (step.state.countdown.isRunning) tick(step)
}

export function stopCountdown(step: Step): void {
  step.set({ countdown: { ...step.state.countdown, isRunning: false } })
  step.run({ kind: 'cancel', timer: 'tick' })
}

export function follow(step: Step): void {
  if (followClock(step)) dropLeave(step)
}
