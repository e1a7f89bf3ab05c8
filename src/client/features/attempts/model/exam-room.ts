import type { SavedAnswer, StartAnswer, SubmitAnswer } from '#shared/attempts/schema.ts'
import type { OptionLetter, PaperQuestion } from '#shared/tests/schema.ts'
import { AnswerStore, type SaveReply, type SaveStatus } from './answer-store.ts'
import { Countdown } from './countdown.ts'
import { Notice } from './notice.ts'
import type { Parcel } from './outbox.ts'
import {
  countStates,
  forgetProgress,
  loadProgress,
  type PaletteState,
  type Progress,
  paletteStateOf,
  saveProgress,
  toggleMark,
  unansweredOf,
  visit,
} from './palette.ts'
import type { Outcome, Ports } from './ports.ts'
import { QuestionTimer } from './question-timer.ts'
import { type Departure, ServerClock } from './server-clock.ts'
import { Submission, type SubmitPayload, type SubmitState, submitPayload } from './submission.ts'
import { Violations } from './violations.ts'

export interface RoomTransport {
  save: (parcel: Parcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  submit: (payload: SubmitPayload, signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
}

interface RoomOptions {
  start: StartAnswer
  /** Who takes the test. */
  studentId: string
  /** When the start call left, to learn the server's clock from its answer. */
  departure: Departure
  ports: Ports
  transport: RoomTransport
}

/** What the exam view shows at one moment; a new object with every change. */
export interface RoomView {
  index: number
  question: PaperQuestion | undefined
  selected: OptionLetter | null
  marked: boolean
  palette: readonly PaletteState[]
  counts: Record<PaletteState, number>
  unanswered: number
  save: SaveStatus
  violations: number
  submit: SubmitState
  /** The time is over: nothing can be changed any more. */
  timeIsOver: boolean
}

/** One student's attempt in this tab: the questions, where the student is, the time, and the way to the server. */
export class ExamRoom {
  readonly test: StartAnswer['test']
  readonly countdown: Countdown
  readonly notice: Notice
  readonly #start: StartAnswer
  readonly #ports: Ports
  readonly #clock: ServerClock
  readonly #store: AnswerStore
  readonly #timer: QuestionTimer
  readonly #violations: Violations
  readonly #submission: Submission
  readonly #ids: readonly string[]
  readonly #listeners = new Set<() => void>()
  #progress: Progress
  #view: RoomView

  constructor({ start, studentId, departure, ports, transport }: RoomOptions) {
    this.#start = start
    this.#ports = ports
    this.test = start.test
    this.notice = new Notice(ports.timers)
    this.#ids = start.test.questions.map((question) => question.id)
    this.#clock = new ServerClock(ports.clock)
    this.#clock.observe(start, departure)
    this.#store = new AnswerStore({
      attemptId: start.attemptId,
      owner: { testId: start.test.id, studentId },
      questionIds: this.#ids,
      saved: start.answers,
      clock: this.#clock,
      ports,
      save: transport.save,
      secondsOn: (id) => this.#timer.secondsOn(id),
      replaced: (ids) => this.notice.show(answeredElsewhere(ids.map((id) => this.#ids.indexOf(id) + 1))),
    })
    const answers = this.#store.answers()
    this.#progress = loadProgress(ports.storage, start.attemptId, this.#ids, answeredIn(answers))
    this.#timer = new QuestionTimer(ports.clock, mostSeconds(this.#progress.seconds, answers))
    this.#violations = new Violations({
      counted: start.violationCount + this.#store.violations().length,
      now: () => this.#clock.now(),
      record: (event, held) => this.#store.record(event, held),
      warn: (sentence) => this.notice.show(sentence),
      changed: () => this.#publish(),
    })
    this.#submission = new Submission({
      timers: ports.timers,
      random: ports.random,
      send: (signal) => transport.submit(this.#payload(), signal),
      changed: () => this.#submissionChanged(),
    })
    this.countdown = new Countdown(
      this.#clock,
      ports.timers,
      () => this.#store.flush(),
      () => this.submit(true),
    )
    this.#view = this.#compute()
    this.#store.subscribe(() => {
      if (this.#store.status().state === 'closed') this.#end()
      this.#publish()
    })
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly view = (): RoomView => this.#view

  /** The screen is there: time runs, unsent answers go out. May follow a close. */
  open(): void {
    if (this.#isOver()) return
    this.#timer.enter(this.#progress.current)
    if (this.#submission.state.phase === 'idle') this.#store.start()
    this.countdown.start()
    this.#submission.resume()
    this.#keep()
  }

  /** The screen is gone; what is unsent stays on the device. */
  close(): void {
    this.#timer.pause()
    if (!this.#isOver()) this.#keep()
    this.#store.stop()
    this.countdown.stop()
    this.#submission.abandon()
  }

  goTo(index: number): void {
    const id = this.#ids[index]
    if (id === undefined || id === this.#progress.current) return
    this.#timer.enter(id)
    this.#move(visit(this.#progress, id))
  }

  /** Answers the question on screen, or clears it with null. */
  choose(letter: OptionLetter | null): void {
    if (this.#submission.state.phase !== 'idle') return
    this.#store.answer(this.#progress.current, letter)
  }

  toggleMark(): void {
    this.#move(toggleMark(this.#progress, this.#progress.current))
  }

  /** @param automatic true when the time is over */
  submit(automatic = false): void {
    if (this.#store.status().state === 'closed') return
    this.#submission.submit(automatic)
  }

  /** Sends what waits right away: after signing in again, or when the student asks for it. */
  retry(): void {
    if (this.#submission.state.phase === 'idle') void this.#store.flush()
    else this.#submission.retry()
  }

  cancelSubmit(): void {
    this.#submission.cancel()
  }

  lostNetwork(): void {
    if (this.#submission.state.phase === 'idle') this.#store.lostNetwork()
  }

  /** The tab went to the back: the moment after which a phone may end it. */
  hidden(): void {
    if (this.#isOver()) return
    this.#timer.pause()
    this.#violations.hidden()
    this.#keep()
  }

  shown(): void {
    if (this.#isOver()) return
    this.#timer.resume()
    this.#violations.shown()
    this.countdown.refresh()
    this.retry()
  }

  leftFullscreen(): void {
    if (!this.#isOver()) this.#violations.leftFullscreen()
  }

  enteredFullscreen(): void {
    this.#violations.enteredFullscreen()
  }

  #isOver(): boolean {
    const { phase } = this.#submission.state
    return phase === 'done' || phase === 'closed' || this.#store.status().state === 'closed'
  }

  #payload(): SubmitPayload {
    return submitPayload({
      questionIds: this.#ids,
      answers: this.#store.answers(),
      secondsOn: (id) => this.#timer.secondsOn(id),
      startTime: this.#start.startTime,
      now: this.#clock.now(),
      violations: this.#store.violations(),
    })
  }

  #submissionChanged(): void {
    const { phase } = this.#submission.state
    if (phase === 'done' || phase === 'closed') {
      this.#store.close()
      this.#end()
    } else if (phase === 'idle') this.#store.start()
    // A save that crosses the submission on the way could only be refused.
    else if (phase === 'sending') this.#store.stop()
    this.#publish()
  }

  /** The attempt is over, however it ended: nothing of it stays on the device. */
  #end(): void {
    this.countdown.stop()
    this.#timer.pause()
    forgetProgress(this.#ports.storage, this.#start.attemptId)
  }

  #move(progress: Progress): void {
    this.#progress = progress
    this.#keep()
    this.#publish()
  }

  #keep(): void {
    this.#progress = { ...this.#progress, seconds: this.#timer.all() }
    saveProgress(this.#ports.storage, this.#start.attemptId, this.#progress)
  }

  #publish(): void {
    this.#view = this.#compute()
    for (const listener of this.#listeners) listener()
  }

  #compute(): RoomView {
    const answers = this.#store.answers()
    const palette = this.#ids.map((id) =>
      paletteStateOf(this.#progress, (answers.get(id)?.selectedAnswer ?? null) !== null, id),
    )
    const counts = countStates(palette)
    const index = this.#ids.indexOf(this.#progress.current)
    const save = this.#store.status()
    return {
      index,
      question: this.test.questions[index],
      selected: this.#store.selected(this.#progress.current),
      marked: this.#progress.marked.has(this.#progress.current),
      palette,
      counts,
      unanswered: unansweredOf(counts),
      save,
      violations: this.#violations.count,
      // An attempt that ended elsewhere is over here too, whoever submitted it.
      submit:
        save.state === 'closed' && this.#submission.state.phase !== 'done'
          ? { phase: 'closed' }
          : this.#submission.state,
      timeIsOver: this.#submission.automatic,
    }
  }
}

const answeredIn = (answers: ReadonlyMap<string, SavedAnswer>) =>
  new Set([...answers.values()].filter((answer) => answer.selectedAnswer !== null).map((answer) => answer.questionId))

/** @param numbers of the questions, from 1 */
function answeredElsewhere(numbers: number[]): string {
  const [last = 0, ...others] = numbers.sort((a, b) => b - a)
  return others.length === 0
    ? `Question ${last} was answered on another device; that newer answer is shown.`
    : `Questions ${others.reverse().join(', ')} and ${last} were answered on another device; those newer answers are shown.`
}

/** Seconds per question: what this device measured or what the server has, whichever is more. */
function mostSeconds(local: Readonly<Record<string, number>>, answers: ReadonlyMap<string, SavedAnswer>) {
  const seconds = { ...local }
  for (const { questionId, timeSpent } of answers.values())
    seconds[questionId] = Math.max(seconds[questionId] ?? 0, timeSpent)
  return seconds
}
