import type { NextSectionAnswer, StartAnswer, SubmitAnswer } from '#shared/attempts/schema.ts'
import type { OptionLetter } from '#shared/tests/schema.ts'
import { AnswerStore, type SaveParcel, type SaveReply } from './answer-store.ts'
import { forgetAttempt } from './attempt-storage.ts'
import { Countdown } from './countdown.ts'
import { Course, type Leaving } from './course.ts'
import { submissionOf } from './hand-in.ts'
import { type News, TabLine } from './news.ts'
import { Notice } from './notice.ts'
import { PaperParts } from './paper.ts'
import type { Outcome, Ports } from './ports.ts'
import { type RoomView, viewOf } from './room-view.ts'
import * as say from './sentences.ts'
import { type Departure, ServerClock } from './server-clock.ts'
import { Sitting } from './sitting.ts'
import type { Submission, SubmitPayload } from './submission.ts'
import { ViolationLog } from './violation-log.ts'
import { countsAgainst, Violations } from './violations.ts'
import { Writer } from './writer.ts'

export interface RoomTransport {
  save: (parcel: SaveParcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  nextSection: (leaving: Leaving, signal: AbortSignal) => Promise<Outcome<NextSectionAnswer>>
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
  /** The name by which the start call made this tab the one that writes, and the way to another. */
  writer: { name: string; rename: () => string }
}

/** One student's attempt in this tab: the questions, where the student is, the time, and the way to the server. */
export class ExamRoom {
  readonly test: StartAnswer['test']
  readonly countdown: Countdown
  readonly notice: Notice
  /** To be told of what the student does outside the test. */
  readonly violations: Violations
  readonly #options: RoomOptions
  readonly #paper: PaperParts
  readonly #clock: ServerClock
  readonly #line: TabLine
  readonly #store: AnswerStore
  readonly #sitting: Sitting
  readonly #writer: Writer
  readonly #course: Course
  readonly #submission: Submission
  readonly #listeners = new Set<() => void>()
  #extraMinutes: number
  #stopListening: (() => void) | null = null
  #view: RoomView

  constructor(options: RoomOptions) {
    const { start, studentId, departure, ports, transport, writer } = options
    this.#options = options
    this.test = start.test
    this.notice = new Notice(ports.timers)
    this.#paper = new PaperParts(start.test)
    this.#line = new TabLine(ports.channel)
    this.#extraMinutes = start.extraMinutes
    this.#clock = new ServerClock(ports.clock)
    this.#clock.observe(start, departure)
    this.#writer = new Writer({ ...writer, changed: () => this.#roleChanged() })
    this.#store = new AnswerStore({
      attemptId: start.attemptId,
      owner: { testId: start.test.id, studentId },
      questionIds: this.#paper.ids,
      saved: start.answers,
      clock: this.#clock,
      ports,
      line: this.#line,
      save: transport.save,
      sender: () => this.#writer.sender(),
      secondsOn: (id) => this.#sitting.secondsOn(id),
      replaced: (ids) => this.notice.show(say.answeredElsewhere(this.#paper, ids), 'news'),
      ignored: (ids) => this.notice.show(say.notTaken(this.#paper, ids), 'important'),
      received: (reply, sent) => this.#received(reply, sent),
    })
    this.#sitting = new Sitting({
      paper: this.#paper,
      part: this.#clock.position().part,
      attemptId: start.attemptId,
      ports,
      answers: this.#store.answers(),
    })
    this.violations = new Violations({
      counted: start.violationCount + this.#store.unsent().violations.filter(countsAgainst).length,
      log: new ViolationLog(ports.storage, start.attemptId),
      now: () => this.#clock.now(),
      isOn: () => this.#isWriter() && !this.#isOver(),
      record: (event, held) => {
        this.#store.record(event, held)
        this.#line.tell({ kind: 'violation', event })
      },
      warn: (sentence) => this.notice.show(sentence),
      changed: () => this.#publish(),
    })
    this.#course = new Course({
      paper: this.#paper,
      clock: this.#clock,
      sitting: this.#sitting,
      store: this.#store,
      line: this.#line,
      notice: this.notice,
      ports,
      nextSection: transport.nextSection,
      changed: () => this.#publish(),
    })
    this.#submission = submissionOf({
      start,
      paper: this.#paper,
      store: this.#store,
      sitting: this.#sitting,
      clock: this.#clock,
      ports,
      submit: transport.submit,
      changed: () => this.#submissionChanged(),
    })
    this.countdown = new Countdown({
      clock: this.#clock,
      timers: ports.timers,
      random: ports.random,
      check: () => this.#store.flush(),
      moved: () => this.#course.follow(),
      ended: () => this.submit(true),
    })
    this.#view = this.#compute()
    this.#store.subscribe(() => this.#storeChanged())
    if (start.elsewhere) this.notice.show(say.tookOver, 'news')
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly view = (): RoomView => this.#view

  /** The screen is there: time runs, unsent answers go out. May follow a close. */
  open(): void {
    if (this.#isOver()) return
    this.#sitting.enter()
    this.#sitting.keep()
    this.#stopListening ??= this.#line.listen((message) => this.#hear(message))
    if (this.#isWriter()) this.#line.tell({ kind: 'opened' })
    if (this.#submission.state.phase === 'idle') this.#store.start()
    this.countdown.start()
    this.#course.resume()
    this.#submission.resume()
  }

  /** The screen is gone; what is unsent stays on the device. */
  close(): void {
    if (!this.#isOver()) this.#sitting.pause()
    this.#stopListening?.()
    this.#stopListening = null
    this.#store.stop()
    this.countdown.stop()
    this.#course.abandon()
    this.#submission.abandon()
  }

  /** To a question of the open part, by its place there from 0. */
  goTo(index: number): void {
    if (this.#isWriting() && this.#sitting.goTo(index)) this.#publish()
  }

  /** Answers the question on screen, or clears it with null. */
  choose(letter: OptionLetter | null): void {
    if (this.#isWriting()) this.#store.answer(this.#sitting.current, letter)
  }

  toggleMark(): void {
    if (!this.#isWriting()) return
    this.#sitting.toggleMark()
    this.#publish()
  }

  /** Leaves the open section for good; there must be a next one. */
  leaveSection(): void {
    if (this.#isWriting() && !this.#view.isLastPart) this.#course.leave()
  }

  cancelLeave(): void {
    this.#course.cancel()
  }

  /** @param automatic true when the time is over */
  submit(automatic = false): void {
    if (this.#store.status().state === 'closed' || (!automatic && !this.#isWriting())) return
    this.violations.settle()
    this.#course.drop()
    this.#submission.submit(automatic)
  }

  cancelSubmit(): void {
    this.#submission.cancel()
  }

  /** Sends what waits right away: after signing in again, or when the student asks for it. */
  retry(): void {
    if (this.#submission.state.phase !== 'idle') this.#submission.retry()
    else {
      this.#course.retry()
      void this.#store.flush()
    }
  }

  /** The student goes on here instead of elsewhere. */
  takeOver(): void {
    if (this.#isWriter()) return
    void this.#writer.takeOver(() => this.#store.flush())
    this.#line.tell({ kind: 'opened' })
  }

  lostNetwork(): void {
    if (this.#submission.state.phase === 'idle') this.#store.lostNetwork()
  }

  /** The tab went to the back: the moment after which a phone may end it. */
  hidden(): void {
    if (this.#isOver()) return
    this.#sitting.pause()
    this.violations.hidden()
  }

  shown(): void {
    if (this.#isOver()) return
    if (this.#isWriter()) this.#sitting.resume()
    this.violations.shown()
    this.countdown.refresh()
    this.retry()
  }

  #isOver(): boolean {
    const { phase } = this.#submission.state
    return phase === 'done' || phase === 'closed' || this.#store.status().state === 'closed'
  }

  #isWriter = () => this.#writer.role.as === 'writer'

  /** Whether the student can work on the open part here and now. */
  #isWriting(): boolean {
    const nothingUnderWay = this.#submission.state.phase === 'idle' && this.#course.leaving.phase === 'idle'
    return this.#isWriter() && nothingUnderWay && !this.#submission.automatic
  }

  #received(reply: SaveReply, sent: SaveParcel): void {
    if (this.#writer.heard(reply, sent)) this.#lost()
    if (reply.extraMinutes > this.#extraMinutes)
      this.notice.show(say.extraTimeGiven(reply.extraMinutes - this.#extraMinutes), 'important')
    this.#extraMinutes = reply.extraMinutes
    this.#course.follow()
    this.countdown.refresh()
  }

  #hear(message: News): void {
    if (message.kind === 'violation') this.violations.heard(message.event)
    else if (message.kind === 'left') void this.#store.flush()
    else if (message.kind === 'opened' && this.#writer.lost('tab')) this.#lost()
  }

  #roleChanged(): void {
    if (this.#isWriter()) this.#sitting.resume()
    this.#publish()
  }

  /** The test goes on elsewhere. */
  #lost(): void {
    this.violations.movedElsewhere()
    this.#sitting.pause()
    this.#course.drop()
  }

  #storeChanged(): void {
    const { state } = this.#store.status()
    if (state === 'closed') this.#end()
    else if (this.#isWriter()) this.violations.connection(state !== 'offline')
    this.#publish()
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
    this.#stopListening?.()
    this.countdown.stop()
    this.#sitting.end()
    forgetAttempt(this.#options.ports.storage, this.#options.start.attemptId)
  }

  #publish(): void {
    this.#view = this.#compute()
    for (const listener of this.#listeners) listener()
  }

  #compute(): RoomView {
    return viewOf({
      paper: this.#paper,
      sitting: this.#sitting,
      store: this.#store,
      noticed: this.violations.noticed,
      leave: this.#course.leaving,
      submission: this.#submission,
      role: this.#writer.role,
    })
  }
}
