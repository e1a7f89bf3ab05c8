import type { Device, LocalStore } from '#client/lib/device/device.ts'
import type { SavedAnswer, SavedCode } from '#shared/attempts/attempts.schema.ts'
import {
  type AttemptOwner,
  attemptsWithUnsent,
  forgetAttempt,
  readUnsent,
  type UnsentKind,
  unsentKinds,
  writeUnsent,
} from './attempt-storage.ts'
import type { Violation } from './outbox.ts'
import { Dispatch, type Next, type Outcome, withTimeout } from './requests.ts'

/**
 * Changes left unsent by an earlier visit to a test. `refused`: the server rejected them; resuming the test may help.
 * `late`: they arrived after the attempt or section had ended, so they do not count.
 */
export interface Leftover {
  state: 'waiting' | 'refused' | 'sent' | 'late'
  /** Number of answers and programs that are unsent or were sent too late. */
  unsent: number
}
/** By test id. A new map after every change. */
export type LeftoversView = ReadonlyMap<string, Leftover>

interface LeftoversOptions {
  ports: Pick<Device, 'storage' | 'timers' | 'random' | 'clock'>
  /** The signed-in student. Other students' answers are left alone. */
  studentId: string
  save: (
    testId: string,
    changes: LeftoverChanges,
    signal: AbortSignal,
  ) => Promise<Outcome<{ ignored: readonly string[] }>>
}

const timeoutMs = 15_000

/**
 * Sends the changes that closed exam pages left unsent on this device, while no exam runs in this tab. Sends one
 * request per attempt and one per program, and backs off while the network fails. Another tab with a running exam may
 * send the same changes. This is harmless, because the server keeps only one of two equal revisions.
 */
export class Leftovers {
  readonly #options: LeftoversOptions
  readonly #dispatch: Dispatch
  readonly #listeners = new Set<() => void>()
  /** Keys of leftovers and versions of answers that the server rejected. */
  readonly #refused = new Set<string>()
  /** Keys of leftovers whose attempt is over. */
  readonly #closed = new Set<string>()
  readonly #late = new Map<string, number>()
  #view: LeftoversView = new Map()
  #signedOut = false

  constructor(options: LeftoversOptions) {
    this.#options = options
    this.#dispatch = new Dispatch(options.ports, () => this.#exchange())
    this.#updateView()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly view = (): LeftoversView => this.#view

  start(): void {
    this.#dispatch.start('again')
  }

  /** Sends no further requests. If one in flight succeeds, its leftovers are still deleted. */
  stop(): void {
    this.#dispatch.stop()
  }

  /** Sends leftovers now, skipping the backoff. */
  async send(): Promise<void> {
    await this.#dispatch.flush()
  }

  async #exchange(): Promise<Next> {
    const left = this.#found().find((one) => !this.#isRefused(one) && !this.#closed.has(keyOf(one)))
    if (!left || this.#signedOut) return 'wait'
    const { attemptId, testId, answers, violations } = left
    const { ports, save } = this.#options
    const outcome = await withTimeout(ports.timers, timeoutMs, (signal) =>
      save(testId, { attemptId, answers, violations }, signal),
    )
    const failure = outcome.ok ? null : outcome.failure.kind
    if (outcome.ok) {
      dropSent(ports.storage, left)
      this.#countLate(testId, outcome.value.ignored.length)
    } else if (failure === 'closed') {
      this.#countLate(testId, unsentOf(ports.storage, attemptId))
      forgetAttempt(ports.storage, attemptId)
      keepForReopening(ports.storage, attemptId, ports.clock.wall())
      for (const one of this.#found()) if (one.attemptId === attemptId) this.#closed.add(keyOf(one))
    } else if (failure === 'signed-out') this.#signedOut = true
    else if (failure !== 'offline' && failure !== 'trouble') this.#refuse(left, outcome.failure.rejected ?? [])
    this.#updateView()
    return failure === 'offline' || failure === 'trouble' ? 'retry' : 'again'
  }

  #countLate(testId: string, unsent: number): void {
    if (unsent > 0) this.#late.set(testId, (this.#late.get(testId) ?? 0) + unsent)
  }

  /** @param rejected positions of the answers at fault; if empty, all are */
  #refuse(left: StoredLeftovers, rejected: readonly number[]): void {
    for (const position of rejected) this.#refused.add(versionOf(left.attemptId, left.answers[position]))
    if (rejected.length === 0) this.#refused.add(keyOf(left))
  }

  #isRefused = (left: StoredLeftovers): boolean =>
    this.#refused.has(keyOf(left)) ||
    (left.answers.length > 0 && left.answers.every((answer) => this.#refused.has(versionOf(left.attemptId, answer))))

  /** Rejected answers are listed separately, so that they do not block the others. */
  #found(): StoredLeftovers[] {
    return findLeftovers(this.#options.ports.storage, this.#options.studentId).flatMap((left) => {
      const isRejected = (answer: SavedAnswer | SavedCode) => this.#refused.has(versionOf(left.attemptId, answer))
      const rejected = left.answers.filter(isRejected)
      if (rejected.length === 0) return [left]
      const rest = { ...left, answers: left.answers.filter((answer) => !isRejected(answer)) }
      const isEmpty = rest.answers.length + rest.violations.length === 0
      return [...(isEmpty ? [] : [rest]), { ...left, answers: rejected, violations: [] }]
    })
  }

  #updateView(): void {
    const view = new Map<string, Leftover>()
    for (const [testId, { state, unsent }] of this.#view)
      if (state === 'sent' || unsent > 0) view.set(testId, { state: 'sent', unsent: 0 })
    for (const [testId, unsent] of this.#late) view.set(testId, { state: 'late', unsent })
    for (const left of this.#found()) {
      if (this.#closed.has(keyOf(left))) continue
      const before = view.get(left.testId)
      const isWaiting = before?.state === 'waiting' || !this.#isRefused(left)
      const counted = before?.state === 'waiting' || before?.state === 'refused' ? before.unsent : 0
      const unsent = counted + left.answers.length
      view.set(left.testId, { state: isWaiting ? 'waiting' : 'refused', unsent })
    }
    this.#view = view
    for (const listener of this.#listeners) listener()
  }
}

/** Leftovers of one attempt from a closed exam page, as sent in one request. */
export interface LeftoverChanges {
  attemptId: string
  answers: (SavedAnswer | SavedCode)[]
  violations: Violation[]
}

/** Leftovers, and where they are stored. */
interface StoredLeftovers extends LeftoverChanges {
  testId: string
  kind: UnsentKind
}

const maxAnswers = 1_000
const maxViolations = 200

/**
 * A student's leftovers on this device. Programs are sent one by one after the answers, so a rejected program does not
 * block the others.
 */
function findLeftovers(storage: LocalStore, studentId: string): StoredLeftovers[] {
  return attemptsWithUnsent(storage).flatMap((attemptId) =>
    unsentKinds.flatMap((kind) => {
      const kept = readKept(storage, attemptId, kind)
      if (kept?.owner.studentId !== studentId) return []
      const place = { attemptId, testId: kept.owner.testId, kind }
      if (kind === 'code')
        return kept.answers.map((code): StoredLeftovers => ({ ...place, answers: [code], violations: [] }))
      const answers = kept.answers.slice(0, maxAnswers)
      const violations = kept.violations.filter(isComplete).slice(0, maxViolations)
      return answers.length + violations.length > 0 ? [{ ...place, answers, violations }] : []
    }),
  )
}

/** The total number of an attempt's unsent answers and programs, across all requests. */
const unsentOf = (storage: LocalStore, attemptId: string): number =>
  unsentKinds.reduce((sum, kind) => sum + (readKept(storage, attemptId, kind)?.answers.length ?? 0), 0)

/** Days for which answers of a finished attempt are kept, because they count if the attempt is reopened. */
const keptMs = 7 * 24 * 3_600_000

/** Keeps an attempt's leftovers from the time when it was first found closed; deletes them after 7 days. */
function keepForReopening(storage: LocalStore, attemptId: string, now: number): void {
  for (const kind of unsentKinds) {
    const kept = readKept(storage, attemptId, kind)
    if (!kept) continue
    const { owner, answers, violations } = kept
    const { closedAt = now } = owner
    const items = now - closedAt < keptMs ? answers : []
    writeUnsent(storage, attemptId, kind, {
      owner: { ...owner, closedAt },
      items,
      violations: items.length > 0 ? violations : [],
    })
  }
}

/** Identifies leftovers by their content, so that changed ones get a new key. */
const keyOf = ({ attemptId, answers, violations }: StoredLeftovers): string =>
  [
    attemptId,
    ...answers.map(({ questionId, revision }) => `${questionId} ${revision}`),
    ...violations.map(eventName),
  ].join('\n')

const versionOf = (attemptId: string, answer: SavedAnswer | SavedCode | undefined) =>
  `${attemptId}\n${answer?.questionId} ${answer?.revision}`

/** Deletes sent leftovers from storage. Keeps changes added in the meantime. */
function dropSent(storage: LocalStore, { attemptId, kind, ...sent }: StoredLeftovers): void {
  const kept = readKept(storage, attemptId, kind)
  if (!kept) return
  const revisions = new Map(sent.answers.map(({ questionId, revision }) => [questionId, revision]))
  const events = new Set(sent.violations.map(eventName))
  const items = kept.answers.filter(({ questionId, revision }) => revision > (revisions.get(questionId) ?? -1))
  const violations = kept.violations.filter((event) => !events.has(eventName(event)))
  writeUnsent(storage, attemptId, kind, { owner: kept.owner, items, violations })
}

/**
 * False for a tab switch whose tab is still hidden. That tab, or the resumed attempt, will send the event with its
 * duration.
 */
const isComplete = ({ kind, durationMs }: Violation) => kind !== 'tab_switch' || durationMs !== undefined

const eventName = ({ kind, at, durationMs }: Violation) => `${kind} ${at} ${durationMs}`

/** Reads stored leftovers, skipping malformed entries. The server validates the details. Undefined without an owner. */
function readKept(storage: LocalStore, attemptId: string, kind: UnsentKind) {
  const unsent = readUnsent(storage, attemptId, kind)
  const owner = unsent?.owner as AttemptOwner | null | undefined
  if (typeof owner?.testId !== 'string' || typeof owner.studentId !== 'string') return undefined
  const items = (unsent?.items ?? []) as (SavedAnswer & SavedCode)[]
  const violations = (unsent?.violations ?? []) as Violation[]
  return {
    owner,
    answers: items.filter(kind === 'code' ? isCode : isAnswer),
    violations: violations.filter(isViolation),
  }
}

const isAnswer = (answer: SavedAnswer | SavedCode | null) =>
  typeof answer?.questionId === 'string' && Number.isInteger(answer.revision)
const isCode = (code: SavedCode | null) =>
  isAnswer(code) && typeof code?.code === 'string' && typeof code.language === 'string'
const isViolation = (event: Violation | null) => typeof event?.kind === 'string' && typeof event.at === 'string'
