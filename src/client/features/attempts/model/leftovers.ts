import type { SavedAnswer } from '#shared/attempts/schema.ts'
import { type AttemptOwner, attemptsWithOutbox, forgetAttempt, storageKey } from './attempt-storage.ts'
import type { Parcel, Violation } from './outbox.ts'
import type { Failure, LocalStore, Outcome, Ports } from './ports.ts'
import { retryDelay, withTimeout } from './retry.ts'

/**
 * What an earlier visit left unsent of one test. `refused`: the server does not take it; resuming the test may help.
 * `late`: the attempt, or the section, was over before it arrived, so it does not count.
 */
export interface Leftover {
  state: 'waiting' | 'refused' | 'sent' | 'late'
  /** Answers not sent yet, or sent too late. */
  unsent: number
}
/** By test id; a new map with every change. */
export type LeftoversView = ReadonlyMap<string, Leftover>

interface LeftoversOptions {
  ports: Pick<Ports, 'storage' | 'timers' | 'random'>
  /** Who is signed in. Another person's answers are not touched. */
  studentId: string
  save: (testId: string, parcel: Parcel, signal: AbortSignal) => Promise<Outcome<{ ignored: readonly string[] }>>
}

interface Found extends Parcel {
  attemptId: string
  testId: string
}

const timeoutMs = 15_000
/** What one call may carry. */
const mostAnswers = 1_000
const mostViolations = 200

/**
 * Sends what closed exam pages left on this device, while no exam runs in this tab. A tab that does run one may send the
 * same: of two equal revisions the server keeps one, so that harms nothing.
 */
export class Leftovers {
  readonly #options: LeftoversOptions
  readonly #listeners = new Set<() => void>()
  /** Outboxes the server refused, as they were then. */
  readonly #refused = new Map<string, string | null>()
  #view: LeftoversView = new Map()
  #failures = 0
  #signedOut = false
  #running = false
  #busy = false
  #cancelNext: (() => void) | null = null

  constructor(options: LeftoversOptions) {
    this.#options = options
    this.#look()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly view = (): LeftoversView => this.#view

  start(): void {
    this.#running = true
    void this.send()
  }

  /** No further request; one that is on its way still clears what it carried. */
  stop(): void {
    this.#running = false
    this.#cancelNext?.()
    this.#cancelNext = null
  }

  /** Looks for leftovers and sends them one attempt after the other, until none is left or the network fails. */
  async send(): Promise<void> {
    if (this.#busy || !this.#running || this.#signedOut) return
    this.#busy = true
    this.#cancelNext?.()
    this.#cancelNext = null
    for (let next = this.#next(); next; next = this.#next()) {
      const failure = await this.#sendOne(next)
      this.#look()
      if (failure?.kind === 'offline' || failure?.kind === 'trouble') this.#later()
      else this.#failures = 0
      if (this.#cancelNext || this.#signedOut) break
    }
    this.#busy = false
  }

  async #sendOne(found: Found): Promise<Failure | null> {
    const { ports, save } = this.#options
    const key = storageKey(found.attemptId, 'outbox')
    const before = ports.storage.read(key)
    const parcel = {
      answers: found.answers.slice(0, mostAnswers),
      violations: found.violations.slice(0, mostViolations),
    }
    const outcome = await withTimeout(ports.timers, timeoutMs, (signal) => save(found.testId, parcel, signal))
    if (outcome.ok) {
      dropSent(ports.storage, key, parcel)
      const { ignored } = outcome.value
      if (ignored.length > 0) this.#cameLate(found.testId, ignored.length)
      return null
    }
    const { kind } = outcome.failure
    if (kind === 'closed') {
      forgetAttempt(ports.storage, found.attemptId)
      this.#cameLate(found.testId, found.answers.length)
    } else if (kind === 'refused') this.#refused.set(key, before)
    else if (kind === 'signed-out') this.#signedOut = true
    return outcome.failure
  }

  #cameLate(testId: string, unsent: number): void {
    const others = [...this.#view].filter(([other]) => other !== testId)
    const late: [string, Leftover][] = unsent > 0 ? [[testId, { state: 'late', unsent }]] : []
    this.#view = new Map([...others, ...late])
  }

  #later(): void {
    if (!this.#running) return
    this.#failures++
    const { timers, random } = this.#options.ports
    this.#cancelNext = timers.after(retryDelay(this.#failures, random), () => {
      this.#cancelNext = null
      void this.send()
    })
  }

  #next(): Found | undefined {
    if (!this.#running) return undefined
    return this.#found().find((found) => !this.#isRefused(found))
  }

  #isRefused({ attemptId }: Found): boolean {
    const key = storageKey(attemptId, 'outbox')
    return this.#refused.has(key) && this.#refused.get(key) === this.#options.ports.storage.read(key)
  }

  /** This student's leftovers that hold something to send. */
  #found(): Found[] {
    const { ports, studentId } = this.#options
    return attemptsWithOutbox(ports.storage).flatMap((attemptId) => {
      const kept = readOutbox(ports.storage.read(storageKey(attemptId, 'outbox')))
      if (kept?.owner.studentId !== studentId) return []
      const violations = kept.violations.filter(isComplete)
      if (kept.answers.length + violations.length === 0) return []
      return [{ attemptId, testId: kept.owner.testId, answers: kept.answers, violations }]
    })
  }

  #look(): void {
    const view = new Map<string, Leftover>()
    for (const [testId, { state, unsent }] of this.#view)
      if (state === 'late') view.set(testId, { state, unsent })
      else if (state === 'sent' || unsent > 0) view.set(testId, { state: 'sent', unsent: 0 })
    for (const found of this.#found()) {
      const state = this.#isRefused(found) ? 'refused' : 'waiting'
      view.set(found.testId, { state, unsent: found.answers.length })
    }
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}

/** A tab switch has no duration while its tab is away; that tab, or resuming, sends it. */
const isComplete = ({ kind, durationMs }: Violation) => kind !== 'tab_switch' || durationMs !== undefined

interface Kept extends Parcel {
  owner: AttemptOwner
}

/** The stored outbox as far as it is well formed; the server judges the rest. Undefined when it names no owner. */
function readOutbox(text: string | null): Kept | undefined {
  try {
    const { owner, answers, violations } = JSON.parse(text ?? 'null') as Kept
    if (typeof owner.testId !== 'string' || typeof owner.studentId !== 'string') return undefined
    return { owner, answers: answers.filter(isAnswer), violations: violations.filter(isViolation) }
  } catch {
    return undefined
  }
}

const isAnswer = (answer: SavedAnswer | null) =>
  typeof answer?.questionId === 'string' && Number.isInteger(answer.revision)
const isViolation = (event: Violation | null) => typeof event?.kind === 'string' && typeof event.at === 'string'

/** Takes what was sent out of the stored outbox; what was put there meanwhile stays. */
function dropSent(storage: LocalStore, key: string, sent: Parcel): void {
  const kept = readOutbox(storage.read(key))
  if (!kept) return
  const revisions = new Map(sent.answers.map(({ questionId, revision }) => [questionId, revision]))
  const nameOf = ({ kind, at, durationMs }: Violation) => `${kind} ${at} ${durationMs}`
  const events = new Set(sent.violations.map(nameOf))
  const answers = kept.answers.filter(({ questionId, revision }) => revision > (revisions.get(questionId) ?? -1))
  const violations = kept.violations.filter((event) => !events.has(nameOf(event)))
  if (answers.length + violations.length === 0) storage.remove(key)
  else storage.write(key, JSON.stringify({ owner: kept.owner, answers, violations }))
}
