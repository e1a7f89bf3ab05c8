import type { Device } from '#client/lib/device/device.ts'
import type { SavedAnswer, SavedCode, StartAnswer, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import {
  type Answer,
  answers,
  codeDebounce,
  keepInLanguage,
  programs,
  type SaveRequest,
  submitPayload,
  type TabLine,
  tabLine,
} from './answer-kinds.ts'
import { typedDebounce } from './answer-values.ts'
import { forgetAttempt } from './attempt-storage.ts'
import { type Departure, ServerClock } from './clock.ts'
import { Journal } from './journal.ts'
import { type NoticeTone, tookOver } from './notices.ts'
import { PaperParts } from './paper.ts'
import { keepLog, saveProgress, secondsOn } from './progress.ts'
import { type Outcome, type RoomTransport, withTimeout } from './requests.ts'
import { reduce } from './room-reducer.ts'
import {
  type Effect,
  type Effects,
  isWriting,
  newRoom,
  type RoomEvent,
  type RoomState,
  senderOf,
  type Timer,
} from './room-state.ts'
import { looksSame, type RoomView, viewOf } from './room-view.ts'
import { SyncedStore } from './synced-store.ts'
import { Uploads } from './uploads.ts'

interface RoomOptions {
  start: StartAnswer
  studentId: string
  /** The send time of the start call, used to derive the server's clock from the response. */
  departure: Departure
  ports: Device
  transport: RoomTransport
  /** The writer name that the start call registered, and a function that picks a new one. */
  writer: { name: string; rename: () => string }
}

/** Timeout for leaving a section, in ms. */
const leaveTimeoutMs = 15_000
/** Timeout for submitting, in ms. Longer, because the server grades in the same request. */
const submitTimeoutMs = 20_000

/**
 * One student's attempt in this tab. Events go to the reducer, which returns the next state and the effects to run.
 * Only this class applies them.
 */
export class ExamRoom {
  readonly test: StartAnswer['test']
  readonly attemptId: string
  readonly #options: RoomOptions
  readonly #clock: ServerClock
  readonly #line: TabLine
  readonly #answers: SyncedStore<SavedAnswer>
  readonly #programs: SyncedStore<SavedCode>
  readonly #uploads: Uploads
  readonly #journal: Journal
  readonly #listeners = new Set<() => void>()
  readonly #timers = new Map<Timer, () => void>()
  readonly #events: RoomEvent[] = []
  #isBusy = false
  #stopListening: (() => void) | null = null
  #state: RoomState
  #shown: RoomState
  #view: RoomView

  readonly #effects: { [Kind in keyof Effects]: (effect: Effects[Kind]) => void } = {
    after: ({ timer, ms }) => {
      this.#timers.get(timer)?.()
      const due = () => {
        this.#timers.delete(timer)
        this.#send({ kind: 'due', timer })
      }
      this.#timers.set(timer, this.#options.ports.timers.after(ms, due))
    },
    cancel: ({ timer }) => {
      this.#timers.get(timer)?.()
      this.#timers.delete(timer)
    },
    listen: () => {
      this.#stopListening ??= this.#line.listen((message) => this.#send({ kind: 'heard', message }))
    },
    'stop-listening': () => {
      this.#stopListening?.()
      this.#stopListening = null
    },
    tell: ({ message }) => this.#line.tell(message),
    'start-stores': () => {
      this.#answers.start()
      this.#programs.start()
      this.#uploads.start()
      this.#journal.start()
    },
    'stop-stores': () => {
      this.#answers.stop()
      this.#programs.stop()
      this.#uploads.stop()
      this.#journal.stop()
    },
    'close-stores': ({ keepsUnsent }) => {
      this.#answers.close(keepsUnsent)
      this.#programs.end(keepsUnsent)
      this.#uploads.end()
      this.#journal.end()
    },
    'put-answer': ({ answer, isTyping }) => this.#answers.put(answer, isTyping ? typedDebounce : null),
    'put-program': ({ program }) => this.#programs.put(program, codeDebounce),
    record: ({ event, isHeld }) => this.#answers.record(event, isHeld),
    'lost-network': () => this.#answers.lostNetwork(),
    flush: ({ next }) => {
      this.#uploads.flush()
      this.#journal.flush()
      void this.#answers.flush().then(() => next && this.#send(next))
    },
    'flush-typed': () => {
      this.#answers.flushDebounced()
      void this.#programs.flush()
      this.#journal.flush()
    },
    'keep-progress': ({ progress }) => saveProgress(this.#options.ports.storage, this.attemptId, progress),
    'keep-log': ({ events }) => keepLog(this.#options.ports.storage, this.attemptId, events),
    rename: () => this.#send({ kind: 'renamed', name: this.#options.writer.rename() }),
    leave: (leaving) => void this.#leave(leaving),
    submit: (submission) => void this.#submit(submission),
    forget: () => forgetAttempt(this.#options.ports.storage, this.attemptId),
  }

  constructor(options: RoomOptions) {
    const { start, departure, ports, studentId, writer } = options
    this.#options = options
    this.test = start.test
    this.attemptId = start.attemptId
    this.#clock = new ServerClock(ports.clock)
    this.#clock.observe(start, departure)
    this.#line = tabLine(ports.channel)
    const paper = new PaperParts(start.test)
    const place = {
      ...{ attemptId: start.attemptId, owner: { testId: start.test.id, studentId }, saved: start.answers },
      ...{ clock: this.#clock, ports, line: this.#line },
      isEarly: (id: string) => paper.partOf(id) > this.#moment().position.part,
    }
    this.#answers = new SyncedStore(answers, { ...place, questionIds: new Set(paper.questions.map(({ id }) => id)) })
    this.#programs = new SyncedStore(programs, {
      ...place,
      questionIds: new Set(paper.coding.map(({ questionId }) => questionId)),
      superseded: keepInLanguage({ attemptId: start.attemptId, studentId, coding: paper.coding, ports }),
    })
    this.#uploads = this.#newUploads()
    const { attemptId, send } = { attemptId: this.attemptId, send: options.transport.journal }
    this.#journal = new Journal({ attemptId, studentId, ports, now: () => this.#clock.now(), send })
    this.#state = newRoom({
      ...{ start, paper, writer: writer.name, storage: ports.storage, at: this.#moment() },
      answers: this.#answers.items(),
      answersStatus: this.#answers.status(),
      programs: this.#programs.items(),
      programsStatus: this.#programs.status(),
      uploads: this.#uploads.items(),
      unsentEvents: this.#answers.unsent().violations,
    })
    this.#shown = this.#state
    this.#view = viewOf(this.#state)
    this.#connect()
    if (start.elsewhere) this.notify(tookOver, 'news')
  }

  /** The name this tab saves under. */
  get writer(): string {
    return this.#state.writer
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** `view`, `timeLeft` and `notices` return the same object until it changes, as useSyncExternalStore requires. */
  readonly view = (): RoomView => this.#view
  /** Whole seconds left, rounded up, so 0 only once time is over. */
  readonly timeLeft = () => this.#state.countdown.left
  readonly notices = () => this.#state.notices

  /** Called when the screen mounts: starts the clock and sends unsent answers. Can be called again after `close`. */
  readonly open = () => this.#send({ kind: 'open' })
  /** Called when the screen unmounts. Unsent changes are kept on the device. */
  readonly close = () => this.#send({ kind: 'close' })

  readonly goTo = (index: number) => this.#send({ kind: 'go-to', index })
  /** Answers the current question. null clears its answer. */
  readonly answer = (value: AnswerValue | null) => this.#send({ kind: 'answer', value })
  /** Uploads a file and adds it to the answer. */
  readonly addFile = (questionId: string, file: File) => this.#uploads.add(questionId, file)
  readonly cancelUpload = (key: number) => this.#uploads.cancel(key)
  readonly toggleMark = () => this.#send({ kind: 'toggle-mark' })
  readonly goToCoding = (questionId: string) => this.#send({ kind: 'go-to-coding', questionId })
  /** Records how a program changed in this tab, and the program on screen if it was not edited. */
  readonly record: Journal['record'] = (...change) => isWriting(this.#state) && this.#journal.record(...change)
  readonly recordStart: Journal['mark'] = (...job) => this.#journal.mark(...job)
  readonly write = (questionId: string, program: { code: string; language: Language }) =>
    this.#send({ kind: 'write', questionId, program })
  readonly showTemplate = (questionId: string, language: Language) =>
    this.#send({ kind: 'show-template', questionId, language })
  /** Sends typed answers and programs at once, without waiting for a pause in typing. */
  readonly flushTyped = () => this.#send({ kind: 'flush-typed' })

  readonly leaveSection = () => this.#send({ kind: 'leave-section' })
  readonly cancelLeave = () => this.#send({ kind: 'cancel-leave' })
  readonly submit = () => this.#send({ kind: 'submit' })
  readonly cancelSubmit = () => this.#send({ kind: 'cancel-submit' })
  /** Sends pending changes at once, after signing in again or at the student's request. */
  readonly retry = () => this.#send({ kind: 'retry' })
  readonly takeOver = () => this.#send({ kind: 'take-over' })

  readonly hidden = () => this.#send({ kind: 'hidden' })
  readonly shown = () => this.#send({ kind: 'shown' })
  readonly lostNetwork = () => this.#send({ kind: 'lost-network' })
  readonly leftFullscreen = () => this.#send({ kind: 'left-fullscreen' })
  readonly enteredFullscreen = () => this.#send({ kind: 'entered-fullscreen' })
  readonly clipboard = (action: 'copy' | 'paste') => this.#send({ kind: 'clipboard', action })
  readonly notify = (sentence: string, tone: NoticeTone = 'warning') => this.#send({ kind: 'notify', sentence, tone })
  readonly dismiss = (id: number) => this.#send({ kind: 'dismiss', id })

  /** Effects may send further events, which wait until the current one is done. */
  #send(event: RoomEvent): void {
    this.#events.push(event)
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) {
        const { state, effects } = reduce(this.#state, next, this.#moment())
        this.#state = state
        for (const effect of effects) {
          const run = this.#effects[effect.kind] as (effect: Effect) => void
          run(effect)
        }
      }
    } finally {
      this.#isBusy = false
    }
    this.#publish()
  }

  #publish(): void {
    if (this.#state === this.#shown) return
    if (!looksSame(this.#state, this.#shown)) this.#view = viewOf(this.#state)
    this.#shown = this.#state
    for (const listener of this.#listeners) listener()
  }

  #moment() {
    return this.#clock.moment(this.#options.ports.random())
  }

  #newUploads(): Uploads {
    const { ports, transport } = this.#options
    return new Uploads({
      ...{ attemptId: this.attemptId, ports },
      send: (sending, signal) => this.#watchRefusal(transport.upload({ ...sending, writer: this.writer }, signal)),
      uploaded: (questionId, file) => this.#send({ kind: 'attach', questionId, file }),
      changed: () => this.#send({ kind: 'uploads-changed', uploads: this.#uploads.items() }),
    })
  }

  #connect(): void {
    const { save } = this.#options.transport
    const send = (request: SaveRequest<Answer>, signal: AbortSignal) => this.#watchRefusal(save(request, signal))
    const [answers, programs] = [this.#answers, this.#programs]
    answers.connect({
      sender: () => senderOf(this.#state),
      send,
      changed: () => this.#send({ kind: 'answers-changed', answers: answers.items(), answersStatus: answers.status() }),
      emit: (event) => {
        if (event.kind === 'saved') programs.take(event.reply.newer)
        this.#send(event)
      },
    })
    programs.connect({
      // Only answers announce take-overs.
      sender: () => ({ writer: this.#state.writer, takeOver: false }),
      send,
      changed: () =>
        this.#send({ kind: 'programs-changed', programs: programs.items(), programsStatus: programs.status() }),
      emit: (event) => this.#send(event),
    })
  }

  /** Makes this tab read-only if the server refuses a request because another device is in use. */
  async #watchRefusal<T>(request: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await request
    if (!outcome.ok && outcome.failure.kind === 'elsewhere') this.#send({ kind: 'turned-away' })
    return outcome
  }

  async #leave({ turn, from, questionIds }: Effects['leave']): Promise<void> {
    const { ports, transport } = this.#options
    const outcome = await withTimeout(ports.timers, leaveTimeoutMs, async (signal) => {
      const unsent = this.#answers.unsent(new Set(questionIds))
      const departure = this.#clock.depart()
      const outcome = await this.#watchRefusal(transport.nextSection({ from, ...unsent, writer: this.writer }, signal))
      if (outcome.ok) {
        this.#clock.observe(outcome.value, departure)
        this.#answers.markSaved(unsent, outcome.value.ignored)
        this.#line.tell({ kind: 'left' })
      }
      return outcome
    })
    this.#send({ kind: 'section-left', turn, outcome })
  }

  async #submit({ turn, asksFirst }: Effects['submit']): Promise<void> {
    const { ports, transport } = this.#options
    let questionIds: readonly string[] = []
    const outcome = await withTimeout(ports.timers, submitTimeoutMs, async (signal): Promise<Outcome<SubmitAnswer>> => {
      if (asksFirst) {
        // Submitting would return the result without the answers that are still on this device.
        if (await this.#answers.ask()) return { ok: false, failure: { kind: 'closed', message: '' } }
        this.#send({ kind: 'asked-before-submission', turn })
        if (this.#state.submission.turn !== turn) return { ok: false, failure: { kind: 'refused', message: '' } }
      }
      const { paper, stopwatch, isTimeOver } = this.#state
      const { now, mono } = this.#moment()
      // Once time is up, nobody can correct a refused answer.
      const answers = isTimeOver ? this.#answers.accepted() : this.#answers.items()
      const codes = this.#programs.unstored(isTimeOver)
      const { violations } = this.#answers.unsent()
      const payload = submitPayload({
        ...{ questions: paper.questions, answers, codes, startTime: this.#options.start.startTime, now, violations },
        secondsOn: (id) => secondsOn(stopwatch, id, mono),
      })
      questionIds = payload.answers.map(({ questionId }) => questionId)
      const outcome = await this.#watchRefusal(transport.submit({ ...payload, writer: this.writer }, signal))
      if (outcome.ok) {
        this.#answers.markSaved({ answers: [...answers.values()], violations }, [])
        this.#programs.markSaved({ answers: codes, violations: [] }, [])
      }
      return outcome
    })
    this.#send({ kind: 'submitted', turn, outcome, questionIds })
  }
}
