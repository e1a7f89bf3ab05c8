import type { Device } from '#client/lib/device/device.ts'
import { choicesOf } from '#shared/attempts/attempts.rules.ts'
import type { SaveAnswer, SavedAnswer } from '#shared/attempts/attempts.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { AnswerBook } from './answer-book.ts'
import type { AttemptOwner } from './attempt-storage.ts'
import { Dispatch, type Next } from './dispatch.ts'
import type { News, TabLine } from './news.ts'
import { Outbox, type Parcel, type Violation } from './outbox.ts'
import type { Failure, Outcome } from './outcome.ts'
import { withTimeout } from './outcome.ts'
import { mayPass, type SaveStatus, stateAfter } from './save-status.ts'
import type { ServerClock } from './server-clock.ts'

export type SaveReply = Omit<SaveAnswer, 'savedAt' | 'deadline' | 'currentSection' | 'sectionDeadline'>

/** Payload of a save: unsent answers and the writer. */
export interface SaveParcel extends Parcel {
  writer: string
  takeOver: boolean
}

export interface AnswerStoreOptions {
  attemptId: string
  owner: AttemptOwner
  questionIds: readonly string[]
  /** The server's state at the start call. */
  saved: readonly SavedAnswer[]
  clock: ServerClock
  ports: Device
  line: TabLine
  save: (parcel: SaveParcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  /** The writer, and whether to announce a take-over to the server. */
  sender: () => { writer: string; takeOver: boolean }
  /** Seconds spent on a question so far. */
  secondsOn: (questionId: string) => number
  /** Called with questions whose displayed answer was replaced by one from another device. */
  replaced?: (questionIds: string[]) => void
  /** Called with questions whose answer the server rejected because their section is closed. */
  ignored?: (questionIds: string[]) => void
  /** Called with the rest of the response, after its time and answers are applied. */
  received?: (reply: SaveReply, sent: SaveParcel) => void
}

/** Timeout of a save before a retry, in ms. */
export const saveTimeoutMs = 15_000

/**
 * Holds one attempt's answers and syncs them to the server. Each change is stored on the device first, then sent at
 * once, one request at a time, until the server acknowledges it.
 */
export class AnswerStore {
  readonly #options: AnswerStoreOptions
  readonly #outbox: Outbox
  readonly #book = new AnswerBook()
  readonly #listeners = new Set<() => void>()
  #status: SaveStatus = { state: 'saved', unsent: 0, message: null, kept: true }
  #failure: Failure | null = null
  readonly #dispatch: Dispatch
  #stopListening: (() => void) | null = null

  constructor(options: AnswerStoreOptions) {
    this.#options = options
    const { attemptId, owner, ports, questionIds, saved } = options
    this.#outbox = new Outbox(ports.storage, attemptId, owner, new Set(questionIds))
    this.#dispatch = new Dispatch(ports, () => this.#exchange())
    this.#load(saved)
    for (const answer of this.#outbox.answers()) this.#book.adopt(answer)
    this.#update()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly status = (): SaveStatus => this.#status

  /** By question id. Returns a new map after every change. */
  readonly answers = (): ReadonlyMap<string, SavedAnswer> => this.#book.answers()

  selected(questionId: string): OptionLetter | null {
    return this.#book.selected(questionId)
  }

  /** Unacknowledged changes, optionally only answers to `questionIds`. */
  unsent(questionIds?: ReadonlySet<string>): Parcel {
    const { answers, violations } = this.#outbox.parcel()
    return { answers: answers.filter(({ questionId }) => questionIds?.has(questionId) ?? true), violations }
  }

  /** Sends what an earlier visit left unsent, and listens to other tabs. */
  start(): void {
    if (this.#dispatch.isRunning) return
    this.#stopListening = this.#options.line.listen((message) => this.#hear(message))
    this.#dispatch.start(this.#outbox.isEmpty ? 'rest' : 'again')
  }

  /** Sends no further requests until start. Unsent changes are kept. */
  stop(): void {
    this.#dispatch.stop()
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** Answers a question. null clears the answer. */
  answer(questionId: string, selectedAnswer: OptionLetter | null): void {
    const known = this.answers().get(questionId)
    if (this.#status.state === 'closed' || (known?.selectedAnswer ?? null) === selectedAnswer) return
    const answer = {
      questionId,
      selectedAnswer,
      timeSpent: this.#options.secondsOn(questionId),
      revision: Math.max((known?.revision ?? 0) + 1, Math.round(this.#options.clock.now())),
    }
    this.#book.adopt(answer)
    this.#outbox.put(answer)
    this.#options.line.tell({ kind: 'answer', answer })
    this.#soon()
  }

  /** Records an event. `held` keeps it on the device until it is recorded again with all its data. */
  record(event: Violation, held = false): void {
    if (this.#status.state === 'closed') return
    this.#outbox.putViolation(event, held)
    if (!held) this.#soon()
  }

  /** Applies the server's current answers, after another device wrote. */
  refresh(saved: readonly SavedAnswer[]): void {
    this.#load(saved)
    this.#update()
  }

  /** Marks these as delivered by a request other than a save. */
  delivered(parcel: Parcel): void {
    this.#acknowledge(parcel, [])
    this.#update()
  }

  /** Sends pending changes at once, or a heartbeat if there are none. Resolves once the request succeeds or fails. */
  flush(): Promise<void> {
    return this.#dispatch.flush()
  }

  /** The same while stopped. Used to update the clock before a late submission. */
  async ask(): Promise<void> {
    await this.#exchange()
  }

  /** The browser reports that it is offline. */
  lostNetwork(): void {
    if (this.#status.state === 'closed') return
    this.#failure = { kind: 'offline', message: 'No connection' }
    this.#update()
    this.#dispatch.backOff()
  }

  /** The attempt is over, so no tab can send anything more. */
  close(): void {
    this.#end()
    this.#options.line.tell({ kind: 'closed' })
  }

  #end(): void {
    this.stop()
    this.#outbox.clear()
    this.#failure = { kind: 'closed', message: 'This test has been submitted' }
    this.#update()
  }

  #load(saved: readonly SavedAnswer[]): void {
    this.#book.store(saved)
    for (const answer of saved) this.#book.adopt(answer)
    // Drop an unsent answer if another device has answered later.
    this.#outbox.acknowledge({ answers: [...saved], violations: [] })
  }

  #soon(): void {
    this.#update()
    this.#dispatch.soon()
  }

  async #exchange(): Promise<Next> {
    const { clock, ports, save, sender, received } = this.#options
    const parcel: SaveParcel = { ...this.#outbox.parcel(), ...sender() }
    const departure = clock.depart()
    const outcome = await withTimeout(ports.timers, saveTimeoutMs, (signal) => save(parcel, signal))
    if (outcome.ok) {
      clock.observe(outcome.value, departure)
      this.#take(outcome.value, parcel)
    }
    // Stopped in the meantime (submitting or unmounted), so do not show the failure.
    if (!this.#dispatch.isRunning) return 'wait'
    this.#failure = outcome.ok ? null : outcome.failure
    if (this.#failure?.kind === 'closed') this.close()
    this.#update()
    if (outcome.ok) {
      received?.(outcome.value, parcel)
      return this.#outbox.isEmpty ? 'rest' : 'again'
    }
    return mayPass(outcome.failure.kind) ? 'retry' : 'wait'
  }

  #take({ newer, ignored }: SaveReply, parcel: Parcel): void {
    const late = parcel.answers.filter((answer) => ignored.includes(answer.questionId) && !this.#book.isStored(answer))
    const lateIds = late.map(({ questionId }) => questionId)
    this.#acknowledge(parcel, lateIds)
    if (lateIds.length > 0) this.#options.ignored?.(lateIds)
    const answers = choicesOf(newer)
    if (this.#replace(answers)) this.#options.line.tell({ kind: 'newer', answers })
  }

  /** Marks the parcel as delivered, except answers to `ignored`, which the server will never accept. */
  #acknowledge({ answers, violations }: Parcel, ignored: string[]): void {
    this.#book.store(answers.filter(({ questionId }) => !ignored.includes(questionId)))
    this.#forget({ answers, violations }, ignored)
    this.#options.line.tell({ kind: 'acknowledged', answers, violations, ignored })
  }

  #forget(parcel: Parcel, ignored: string[]): void {
    this.#outbox.acknowledge(parcel)
    if (ignored.length > 0) this.#book.revert(ignored)
  }

  /** @returns whether an answer changed */
  #replace(newer: readonly SavedAnswer[]): boolean {
    const replaced = this.#book.adoptNewer(newer)
    if (replaced.length > 0) this.#options.replaced?.(replaced)
    return replaced.length > 0
  }

  #hear(message: News): void {
    if (message.kind === 'answer') this.#book.adopt(message.answer)
    else if (message.kind === 'acknowledged') {
      this.#book.store(message.answers.filter(({ questionId }) => !message.ignored.includes(questionId)))
      this.#forget(message, message.ignored)
    } else if (message.kind === 'newer') this.#replace(message.answers)
    else if (message.kind === 'closed') this.#end()
    this.#update()
  }

  #update(): void {
    const unsent = this.#outbox.answers().length
    const failure = this.#failure
    const state = failure ? stateAfter[failure.kind] : this.#outbox.isEmpty ? 'saved' : 'saving'
    this.#status = { state, unsent, message: failure?.message ?? null, kept: this.#outbox.isKept }
    for (const listener of this.#listeners) listener()
  }
}
