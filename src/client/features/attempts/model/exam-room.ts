import type { StartAnswer } from '#shared/attempts/attempts.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { letterAfter, type SaveParcel, type SaveReply } from './answer-kinds.ts'
import { forgetAttempt } from './attempt-storage.ts'
import type { Countdown } from './countdown.ts'
import type { News } from './news.ts'
import type { Notice } from './notice.ts'
import { Programs } from './programs.ts'
import { assemble, type RoomOptions } from './room-parts.ts'
import { type RoomView, viewOf } from './room-view.ts'
import { extraTimeGiven, tookOver } from './sentences.ts'
import type { Violations } from './violations.ts'

/** One student's attempt in this tab: the questions, the student's position, the time, and the sync with the server. */
export class ExamRoom {
  readonly test: StartAnswer['test']
  readonly attemptId: string
  readonly countdown: Countdown
  readonly notice: Notice
  /** The coding section. */
  readonly programs: Programs
  /** Reports what the student does outside the test. */
  readonly violations: Violations
  readonly #options: RoomOptions
  readonly #parts: ReturnType<typeof assemble>
  readonly #listeners = new Set<() => void>()
  #extraMinutes: number
  #stopListening: (() => void) | null = null
  #view: RoomView

  constructor(options: RoomOptions) {
    const { start } = options
    this.#options = options
    this.#extraMinutes = start.extraMinutes
    this.#parts = assemble(options, {
      changed: () => this.#publish(),
      roleChanged: () => this.#roleChanged(),
      submissionChanged: () => this.#submissionChanged(),
      turnedAway: () => this.#turnedAway(),
      received: (reply, sent) => this.#received(reply, sent),
      storeChanged: () => this.#storeChanged(),
      isOn: () => this.#isWriter() && !this.#isOver(),
      timeIsOver: () => this.submit(true),
    })
    const { countdown, notice, violations, clock, code, sitting, tooLarge } = this.#parts
    this.test = start.test
    this.attemptId = start.attemptId
    this.countdown = countdown
    this.notice = notice
    this.violations = violations
    this.programs = new Programs({
      ...{ code, sitting, clock, tooLarge },
      isWriting: () => this.#isWriting(),
      changed: () => this.#publish(),
    })
    this.#view = this.#compute()
    if (start.elsewhere) notice.show(tookOver, 'news')
  }

  /** The name under which this tab writes. */
  get writer(): string {
    return this.#parts.writer.name
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly view = (): RoomView => this.#view

  /** Called when the screen mounts: starts the clock and sends unsent answers. May follow a close. */
  open(): void {
    if (this.#isOver()) return
    this.#parts.sitting.enter()
    this.#parts.sitting.keep()
    this.#stopListening ??= this.#parts.line.listen((message) => this.#hear(message))
    if (this.#isWriter()) this.#tellOpened()
    if (this.#parts.submission.state.phase === 'idle') this.#startStores()
    this.countdown.start()
    this.#parts.course.resume()
    this.#parts.submission.resume()
  }

  /** Called when the screen unmounts. Unsent changes stay on the device. */
  close(): void {
    if (!this.#isOver()) this.#parts.sitting.pause()
    this.#stopListening?.()
    this.#stopListening = null
    this.#stopStores()
    this.countdown.stop()
    this.#parts.course.abandon()
    this.#parts.submission.abandon()
  }

  /** Opens a question of the open part. `index` counts from 0. */
  goTo(index: number): void {
    if (this.#isWriting() && this.#parts.sitting.goTo(index)) this.#publish()
  }

  /** Answers the current question. null clears the answer. */
  choose(letter: OptionLetter | null): void {
    if (!this.#isWriting() || !this.#view.question) return
    const { store, sitting, clock } = this.#parts
    const questionId = sitting.current
    const seconds = sitting.secondsOn(questionId)
    const next = letterAfter(store.items().get(questionId), { questionId, letter, seconds }, clock.now())
    if (next) store.put(next)
  }

  toggleMark(): void {
    if (!this.#isWriting() || !this.#view.question) return
    this.#parts.sitting.toggleMark()
    this.#publish()
  }

  /** Leaves the open section for good. There must be a next one. */
  leaveSection(): void {
    if (this.#isWriting() && !this.#view.isLastPart) this.#parts.course.leave()
  }

  cancelLeave(): void {
    this.#parts.course.cancel()
  }

  /** @param automatic true if the time is over */
  submit(automatic = false): void {
    if (this.#parts.store.status().state === 'closed' || (!automatic && !this.#isWriting())) return
    this.violations.settle()
    this.#parts.course.drop()
    this.#parts.submission.submit(automatic)
  }

  cancelSubmit(): void {
    this.#parts.submission.cancel()
  }

  /** Sends pending changes at once, after signing in again or on the student's request. */
  retry(): void {
    if (this.#parts.submission.state.phase !== 'idle') this.#parts.submission.retry()
    else {
      this.#parts.course.retry()
      void this.#parts.store.flush()
      void this.#parts.code.flush()
    }
  }

  /** Continues the test here instead of elsewhere. */
  takeOver(): void {
    if (this.#isWriter()) return
    void this.#parts.writer.takeOver(() => this.#parts.store.flush())
    if (!this.#isExclusive) this.#tellOpened()
  }

  lostNetwork(): void {
    if (this.#parts.submission.state.phase === 'idle') this.#parts.store.lostNetwork()
  }

  /** The tab was hidden. A phone may end it at any time from now on. */
  hidden(): void {
    if (this.#isOver()) return
    this.#parts.sitting.pause()
    void this.#parts.code.flush()
    this.violations.hidden()
  }

  shown(): void {
    if (this.#isOver()) return
    if (this.#isWriter()) this.#parts.sitting.resume()
    this.violations.shown()
    this.countdown.refresh()
    this.retry()
  }

  #isOver(): boolean {
    const { phase } = this.#parts.submission.state
    return phase === 'done' || phase === 'closed' || this.#parts.store.status().state === 'closed'
  }

  /** True if the test is limited to one device, so that the server decides who writes. */
  get #isExclusive(): boolean {
    return this.test.rules.oneDevice
  }

  #isWriter = () => this.#parts.writer.role.as === 'writer'

  /** True if the student can work on the open part in this tab now. */
  #isWriting(): boolean {
    const nothingUnderWay = this.#parts.submission.state.phase === 'idle' && this.#parts.course.leaving.phase === 'idle'
    return this.#isWriter() && nothingUnderWay && !this.#parts.submission.automatic
  }

  #received(reply: SaveReply, sent: Pick<SaveParcel, 'writer' | 'takeOver'>): void {
    if (this.#parts.writer.heard(reply, sent)) this.#lost()
    if (reply.extraMinutes > this.#extraMinutes)
      this.notice.show(extraTimeGiven(reply.extraMinutes - this.#extraMinutes), 'important')
    this.#extraMinutes = reply.extraMinutes
    this.#parts.course.follow()
    this.countdown.refresh()
  }

  #hear(message: News): void {
    if (message.kind === 'violation') this.violations.heard(message.event)
    else if (message.kind === 'left') void this.#parts.store.flush()
    else if (message.kind === 'opened') {
      if (this.#isExclusive && this.#isWriter() && message.writer === this.#parts.writer.name)
        this.#parts.line.tell({ ...message, kind: 'held' })
      else if (this.#parts.writer.lost('tab')) this.#lost()
    } else if (message.kind === 'held' && message.writer === this.#parts.writer.name && this.#parts.writer.lost('tab'))
      this.#lost()
  }

  #tellOpened(): void {
    this.#parts.line.tell({ kind: 'opened', writer: this.#parts.writer.name })
  }

  #turnedAway(): void {
    if (this.#parts.writer.lost('device')) this.#lost()
  }

  #roleChanged(): void {
    if (this.#isWriter()) {
      this.#parts.sitting.resume()
      if (this.#isExclusive) this.#tellOpened()
    }
    this.#publish()
  }

  /** The test continues elsewhere. */
  #lost(): void {
    this.violations.movedElsewhere()
    this.#parts.sitting.pause()
    this.#parts.course.drop()
  }

  #storeChanged(): void {
    const { state } = this.#parts.store.status()
    if (state === 'closed') this.#end()
    else if (this.#isWriter()) this.violations.connection(state !== 'offline')
    this.#publish()
  }

  #submissionChanged(): void {
    const { phase } = this.#parts.submission.state
    if (phase === 'done' || phase === 'closed') {
      this.#parts.store.close()
      this.#end()
    } else if (phase === 'idle') this.#startStores()
    // A save sent while the submission is in flight would only be rejected.
    else if (phase === 'sending') this.#stopStores()
    this.#publish()
  }

  #startStores(): void {
    this.#parts.store.start()
    this.#parts.code.start()
  }

  #stopStores(): void {
    this.#parts.store.stop()
    this.#parts.code.stop()
  }

  /** The attempt is over, however it ended. Nothing of it stays on the device. */
  #end(): void {
    this.#stopListening?.()
    this.countdown.stop()
    this.#parts.sitting.end()
    this.#parts.code.end()
    forgetAttempt(this.#options.ports.storage, this.#options.start.attemptId)
  }

  #publish(): void {
    this.#view = this.#compute()
    for (const listener of this.#listeners) listener()
  }

  #compute(): RoomView {
    const { paper, sitting, store, code, violations, course, submission, writer } = this.#parts
    const { noticed } = violations
    return viewOf({ paper, sitting, store, code, noticed, leave: course.leaving, submission, role: writer.role })
  }
}
