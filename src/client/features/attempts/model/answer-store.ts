import { z } from 'zod'
import { type SavedAnswer, savedAnswer } from '#shared/attempts/schema.ts'
import type { OptionLetter } from '#shared/tests/schema.ts'
import type { AttemptOwner } from './attempt-storage.ts'
import { Outbox, type Parcel, type Violation, violation } from './outbox.ts'
import type { Failure, Outcome, Ports } from './ports.ts'
import { retryDelay, withTimeout } from './retry.ts'
import type { ServerClock } from './server-clock.ts'

export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'refused' | 'closed'

export interface SaveStatus {
  state: SaveState
  /** Answers the server has not acknowledged. */
  unsent: number
  /** Why the last try failed, as a sentence; null when it did not. */
  message: string | null
  /** Whether this device keeps what is unsent; if not, it lasts as long as the page. */
  kept: boolean
}

export interface SaveReply {
  serverTime: string
  deadline: string
  /** What the server holds of questions whose answer in this call was not the newest. */
  newer: readonly SavedAnswer[]
}

export interface AnswerStoreOptions {
  attemptId: string
  owner: AttemptOwner
  questionIds: readonly string[]
  /** What the server has, from the start call. */
  saved: readonly SavedAnswer[]
  clock: ServerClock
  ports: Ports
  save: (parcel: Parcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  /** Seconds spent on a question so far. */
  secondsOn: (questionId: string) => number
  /** Questions that now show another answer than the student last saw here: it was given on another device. */
  replaced?: (questionIds: string[]) => void
}

/** How long a save may take before it is tried anew, and how often the server is asked while nothing changes, in ms. */
export const saveTimeoutMs = 15_000
export const heartbeatMs = 60_000

const stateOf: Record<Failure['kind'], SaveState> = {
  offline: 'offline',
  trouble: 'offline',
  closed: 'closed',
  'signed-out': 'signed-out',
  refused: 'refused',
}

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: savedAnswer }),
  z.object({ kind: z.literal('acknowledged'), answers: z.array(savedAnswer), violations: z.array(violation) }),
  z.object({ kind: z.literal('newer'), answers: z.array(savedAnswer) }),
  z.object({ kind: z.literal('closed') }),
])
type News = z.output<typeof news>

/**
 * The answers of one attempt and their way to the server: each change is kept on the device first, then sent at once, one
 * request at a time, until the server acknowledges it. Of two answers to a question the higher revision is the newer.
 */
export class AnswerStore {
  readonly #options: AnswerStoreOptions
  readonly #outbox: Outbox
  readonly #listeners = new Set<() => void>()
  #answers = new Map<string, SavedAnswer>()
  #status: SaveStatus = { state: 'saved', unsent: 0, message: null, kept: true }
  #failure: Failure | null = null
  #failures = 0
  #inFlight: Promise<void> | null = null
  #due = false
  #cancelNext: (() => void) | null = null
  #stopListening: (() => void) | null = null
  #running = false

  constructor(options: AnswerStoreOptions) {
    this.#options = options
    const { attemptId, owner, ports, questionIds, saved } = options
    this.#outbox = new Outbox(ports.storage, attemptId, owner, new Set(questionIds))
    for (const answer of saved) this.#answers.set(answer.questionId, answer)
    for (const answer of this.#outbox.answers()) this.#adopt(answer)
    // What another device answered later than this one's unsent answer needs no sending.
    this.#outbox.acknowledge({ answers: [...saved], violations: [] })
    this.#update()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly status = (): SaveStatus => this.#status

  /** By question id; a new map with every change. */
  readonly answers = (): ReadonlyMap<string, SavedAnswer> => this.#answers

  selected(questionId: string): OptionLetter | null {
    return this.#answers.get(questionId)?.selectedAnswer ?? null
  }

  /** Events not acknowledged yet. */
  violations(): Violation[] {
    return this.#outbox.parcel().violations
  }

  /** Sends what an earlier visit left behind, and listens to other tabs. */
  start(): void {
    if (this.#running) return
    this.#running = true
    this.#stopListening = this.#options.ports.channel.listen((message) => this.#hear(message))
    if (this.#outbox.isEmpty) this.#schedule(heartbeatMs)
    else this.#soon()
  }

  /** No further request until start; what is unsent stays. */
  stop(): void {
    this.#running = false
    this.#due = false
    this.#cancelNext?.()
    this.#cancelNext = null
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** Answers a question, or clears it with null. */
  answer(questionId: string, selectedAnswer: OptionLetter | null): void {
    const known = this.#answers.get(questionId)
    if (this.#status.state === 'closed' || (known?.selectedAnswer ?? null) === selectedAnswer) return
    const answer = {
      questionId,
      selectedAnswer,
      timeSpent: this.#options.secondsOn(questionId),
      revision: Math.max((known?.revision ?? 0) + 1, Math.round(this.#options.clock.now())),
    }
    this.#adopt(answer)
    this.#outbox.put(answer)
    this.#tell({ kind: 'answer', answer })
    this.#soon()
  }

  /** Records an event. `held` keeps it on the device until it is recorded again, complete. */
  record(event: Violation, held = false): void {
    if (this.#status.state === 'closed') return
    this.#outbox.putViolation(event, held)
    if (!held) this.#soon()
  }

  /** Sends at once whatever waits, or merely asks the server's time; resolves when it answered or failed. */
  async flush(): Promise<void> {
    await this.#inFlight
    if (!this.#running) return
    this.#cancelNext?.()
    await this.#send()
  }

  /** The browser says that the network is gone. */
  lostNetwork(): void {
    if (this.#status.state === 'closed') return
    this.#failure = { kind: 'offline', message: 'No connection' }
    this.#update()
    if (!this.#inFlight) this.#retryLater()
  }

  /** The attempt is over: nothing more can be sent, in any tab. */
  close(): void {
    this.#end({ kind: 'closed', message: 'This test has been submitted' })
    this.#tell({ kind: 'closed' })
  }

  #end(failure: Failure): void {
    this.stop()
    this.#outbox.clear()
    this.#failure = failure
    this.#update()
  }

  #soon(): void {
    this.#due = true
    this.#update()
    // Once per turn, however many changes the turn makes.
    if (!this.#inFlight) this.#schedule(0)
  }

  #schedule(ms: number): void {
    this.#cancelNext?.()
    this.#cancelNext = this.#running ? this.#options.ports.timers.after(ms, () => void this.#send()) : null
  }

  #retryLater(): void {
    this.#failures++
    this.#schedule(retryDelay(this.#failures, this.#options.ports.random))
  }

  #send(): Promise<void> {
    this.#inFlight ??= this.#exchange().finally(() => {
      this.#inFlight = null
      if (this.#due && this.#running) this.#schedule(0)
    })
    return this.#inFlight
  }

  async #exchange(): Promise<void> {
    const { clock, ports, save } = this.#options
    this.#due = false
    const parcel = this.#outbox.parcel()
    const departure = clock.depart()
    const outcome = await withTimeout(ports.timers, saveTimeoutMs, (signal) => save(parcel, signal))
    if (outcome.ok) {
      clock.observe(outcome.value, departure)
      this.#outbox.acknowledge(parcel)
      this.#tell({ kind: 'acknowledged', ...parcel })
      const newer = [...outcome.value.newer]
      if (this.#adoptNewer(newer)) this.#tell({ kind: 'newer', answers: newer })
    }
    // Stopped meanwhile (submitting, or the screen is gone): what it said of failures is not ours to show.
    if (!this.#running) return
    if (outcome.ok) this.#succeeded()
    else this.#failed(outcome.failure)
  }

  #succeeded(): void {
    this.#failure = null
    this.#failures = 0
    if (!this.#outbox.isEmpty) this.#due = true
    else this.#schedule(heartbeatMs)
    this.#update()
  }

  #failed(failure: Failure): void {
    this.#failure = failure
    if (failure.kind === 'closed') this.close()
    else if (failure.kind === 'offline' || failure.kind === 'trouble') this.#retryLater()
    this.#update()
  }

  #adopt(answer: SavedAnswer): void {
    const known = this.#answers.get(answer.questionId)
    if (known && known.revision >= answer.revision) return
    this.#answers = new Map(this.#answers).set(answer.questionId, answer)
  }

  /**
   * Takes over what the server holds instead of an answer sent from here. Also of an equal revision: the server took the
   * other one first, and that one counts.
   *
   * @returns whether an answer changed
   */
  #adoptNewer(answers: readonly SavedAnswer[]): boolean {
    const replaced = answers.filter((answer) => {
      const known = this.#answers.get(answer.questionId)
      return known && answer.revision >= known.revision && answer.selectedAnswer !== known.selectedAnswer
    })
    for (const answer of answers) this.#adopt(answer)
    if (replaced.length === 0) return false
    this.#answers = new Map(this.#answers)
    for (const answer of replaced) this.#answers.set(answer.questionId, answer)
    this.#options.replaced?.(replaced.map(({ questionId }) => questionId))
    return true
  }

  #tell(message: News): void {
    this.#options.ports.channel.post(message)
  }

  #hear(message: unknown): void {
    const heard = news.safeParse(message)
    if (!heard.success) return
    if (heard.data.kind === 'answer') this.#adopt(heard.data.answer)
    else if (heard.data.kind === 'acknowledged') this.#outbox.acknowledge(heard.data)
    else if (heard.data.kind === 'newer') this.#adoptNewer(heard.data.answers)
    else this.#end({ kind: 'closed', message: 'This test has been submitted' })
    this.#update()
  }

  #update(): void {
    const unsent = this.#outbox.answers().length
    const failure = this.#failure
    const state = failure ? stateOf[failure.kind] : this.#outbox.isEmpty ? 'saved' : 'saving'
    this.#status = { state, unsent, message: failure?.message ?? null, kept: this.#outbox.isKept }
    for (const listener of this.#listeners) listener()
  }
}
