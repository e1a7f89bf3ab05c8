import type { Device, Timers } from '#client/lib/device/device.ts'
import { retryDelay } from '#client/lib/device/retry.ts'
import { codeOf, fieldErrorsOf, messageOf } from '#client/lib/errors.ts'
import type { NextSectionAnswer, SavedAnswer, SubmitAnswer } from '#shared/attempts/attempts.schema.ts'
import type { AnswerFile } from '#shared/bank/types/essay.rules.ts'
import { type ErrorCode, sentences } from '#shared/errors.ts'
import type { JournalChunk } from '#shared/journals/journals.rules.ts'
import type { SaveReply, SaveRequest, SubmitPayload } from './answer-kinds.ts'
import type { Changes } from './outbox.ts'

/**
 * The reason a request failed.
 * - `offline`: the request may not have arrived; `trouble`: a temporary server problem. Both are worth a retry.
 * - `closed`: the attempt is over (409). `signed-out`: the session has ended (401).
 * - `elsewhere`: another device is in use (409); `outside`: not allowed from this network (403). Both may be temporary.
 * - `refused`: a retry is pointless.
 */
export interface Failure {
  kind: 'offline' | 'trouble' | 'elsewhere' | 'outside' | 'closed' | 'signed-out' | 'refused'
  message: string
  /** Positions in the request of answers that the server cannot accept. Without them, a retry may succeed. */
  rejected?: readonly number[]
}
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }

const kinds: Record<ErrorCode | 'NETWORK', Failure['kind']> = {
  NETWORK: 'offline',
  INTERNAL: 'trouble',
  UNAVAILABLE: 'offline',
  TOO_MANY_REQUESTS: 'trouble',
  CONFLICT: 'closed',
  UNAUTHENTICATED: 'signed-out',
  VALIDATION: 'refused',
  FORBIDDEN: 'refused',
  PROOF_NEEDED: 'refused',
  SECOND_STEP_NEEDED: 'refused',
  NOT_FOUND: 'refused',
  TOO_LARGE: 'refused',
  UNSUPPORTED_TYPE: 'refused',
}

function failureOf(error: unknown, fallback: string): Failure {
  const message = messageOf(error, fallback)
  if (message === sentences.openElsewhere) return { kind: 'elsewhere', message }
  if (message.startsWith(sentences.outsideNetwork)) return { kind: 'outside', message }
  const fields = Object.keys(fieldErrorsOf(error)).map((field) => /^answers\.(\d+)/.exec(field)?.[1])
  const rejected = [...new Set(fields)].flatMap((position) => (position === undefined ? [] : Number(position)))
  return { kind: kinds[codeOf(error)], message, ...(rejected.length > 0 && { rejected }) }
}

/** True if a failure is transient and a retry may help. */
export const mayPass = (kind: Failure['kind']) => !['closed', 'signed-out', 'refused'].includes(kind)

/** The outcome of a call. Never throws. @param fallback message for a failure without one */
export async function outcomeOf<T>(call: Promise<T>, fallback: string): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    return { ok: false, failure: failureOf(error, fallback) }
  }
}

/** Fails a request after `ms` without a response. Otherwise, a phone's dead connection would hang for minutes. */
export function withTimeout<T>(
  timers: Timers,
  ms: number,
  send: (signal: AbortSignal) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    const abort = new AbortController()
    const cancel = timers.after(ms, () => {
      abort.abort()
      resolve({ ok: false, failure: { kind: 'offline', message: 'The server did not respond in time' } })
    })
    send(abort.signal)
      .catch((error: unknown): Outcome<T> => {
        // A transport that throws has a bug. The answers are still on the device, so a retry may succeed.
        const message = error instanceof Error ? error.message : 'Something went wrong'
        return { ok: false, failure: { kind: 'trouble', message } }
      })
      .then((outcome) => {
        cancel()
        resolve(outcome)
      })
  })
}

/** A request to leave a section, with the section's index and unsent answers. */
export interface Leaving extends Changes<SavedAnswer> {
  from: number
}

/** A file being uploaded for an answer. */
export interface Sending {
  questionId: string
  file: File
  onProgress: (sent: number, total: number) => void
}

/** The room's requests. Each includes this tab's name as `writer`. */
export interface RoomTransport {
  save: (request: SaveRequest, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  nextSection: (leaving: Leaving & { writer: string }, signal: AbortSignal) => Promise<Outcome<NextSectionAnswer>>
  submit: (payload: SubmitPayload & { writer: string }, signal: AbortSignal) => Promise<Outcome<SubmitAnswer>>
  upload: (sending: Sending & { writer: string }, signal: AbortSignal) => Promise<Outcome<AnswerFile>>
  /** Journals are not answers, so they name no writer. */
  journal: (attemptId: string, chunks: readonly JournalChunk[], signal: AbortSignal) => Promise<Outcome<unknown>>
}

export type RequestState<T> =
  | { phase: 'idle'; message: string | null }
  | { phase: 'sending' }
  /** Failed so far; retries automatically at `retryAt`, in ms by the device's wall clock. */
  | { phase: 'waiting'; message: string; retryAt: number }
  | { phase: 'signed-out' }
  | { phase: 'done'; answer: T }
  /** The server refused the request for good, because the attempt's state does not allow it. */
  | { phase: 'closed' }

/** The state of leaving a section or submitting. May be retried automatically after a failure. */
export interface RoomRequest<T> {
  state: RequestState<T>
  /** Failed tries so far. */
  failures: number
  /** Increases with each request, so the response to an abandoned one is ignored. */
  turn: number
}

export const unsentRequest: RoomRequest<never> = { state: { phase: 'idle', message: null }, failures: 0, turn: 0 }

/** Heartbeat interval while nothing changes, in ms. */
export const heartbeatMs = 15_000

/** When to send the next request: now, at the next heartbeat, after a backoff, or not until something changes. */
export type Next = 'again' | 'rest' | 'retry' | 'wait'

type DispatchPorts = Pick<Device, 'timers' | 'random' | 'clock'>

/** Schedules requests one at a time: at once when something is due, otherwise as a heartbeat. */
export class Dispatch {
  readonly #ports: DispatchPorts
  readonly #exchange: () => Promise<Next>
  #failures = 0
  #inFlight: Promise<void> | null = null
  #due = false
  #cancelNext: (() => void) | null = null
  #running = false
  #cancelRest: (() => void) | null = null
  #waitingSince: number | null = null

  constructor(ports: DispatchPorts, exchange: () => Promise<Next>) {
    this.#ports = ports
    this.#exchange = exchange
  }

  get isRunning(): boolean {
    return this.#running
  }

  /** True if `later` has scheduled a request that is not due yet. */
  get isDebouncing(): boolean {
    return this.#cancelRest !== null
  }

  /** Starts with a request, or with a rest of random length, so that a hall that starts together does not save together. */
  start(next: 'again' | 'rest'): void {
    this.#running = true
    if (next === 'again') this.soon()
    else this.#schedule(heartbeatMs * (0.2 + 0.8 * this.#ports.random()))
  }

  /** Stops sending requests until `start`. One in flight may still complete. */
  stop(): void {
    this.#running = false
    this.#due = false
    this.cancelLater()
    this.#cancelNext?.()
    this.#cancelNext = null
  }

  /** Schedules one request for all changes in this turn of the event loop, after the one in flight, if any. */
  soon(): void {
    this.cancelLater()
    this.#due = true
    if (!this.#inFlight) this.#schedule(0)
  }

  /** Like `soon`, but `restMs` after the last change, and at most `maxMs` after the first. */
  later({ restMs, maxMs }: { restMs: number; maxMs: number }): void {
    if (!this.#running) return
    const { timers, clock } = this.#ports
    const now = clock.mono()
    this.#waitingSince ??= now
    this.#cancelRest?.()
    const rest = Math.max(0, Math.min(restMs, this.#waitingSince + maxMs - now))
    this.#cancelRest = timers.after(rest, () => this.soon())
  }

  cancelLater(): void {
    this.#cancelRest?.()
    this.#cancelRest = null
    this.#waitingSince = null
  }

  /** Sends a request as soon as none is in flight. Resolves once it succeeds or fails. */
  async flush(): Promise<void> {
    await this.#inFlight
    if (!this.#running) return
    this.#cancelNext?.()
    await this.#send()
  }

  /** Delays the next request, as after a failure. */
  backOff(): void {
    if (!this.#inFlight) this.#retryLater()
  }

  #retryLater(): void {
    this.#failures++
    this.#schedule(retryDelay(this.#failures, this.#ports.random))
  }

  #schedule(ms: number): void {
    this.#cancelNext?.()
    this.#cancelNext = this.#running ? this.#ports.timers.after(ms, () => void this.#send()) : null
  }

  #send(): Promise<void> {
    this.#inFlight ??= this.#run().finally(() => {
      this.#inFlight = null
      if (this.#due && this.#running) this.#schedule(0)
    })
    return this.#inFlight
  }

  async #run(): Promise<void> {
    this.#due = false
    const next = await this.#exchange()
    if (!this.#running || next === 'wait') return
    if (next === 'retry') return this.#retryLater()
    this.#failures = 0
    // Also debounce changes typed while a request is in flight.
    if (next === 'again' && !this.isDebouncing) this.#due = true
    else this.#schedule(heartbeatMs)
  }
}
