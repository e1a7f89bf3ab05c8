import type { Device } from '#client/lib/device/device.ts'
import type { SavedAnswer, SavedCode } from '#shared/attempts/attempts.schema.ts'
import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import type { Language } from '#shared/coding/languages.rules.ts'
import { type SaveReply, saveTimeoutMs } from './answer-store.ts'
import type { AttemptOwner } from './attempt-storage.ts'
import { CodeOutbox, type Stored } from './code-outbox.ts'
import { Dispatch, type Next } from './dispatch.ts'
import type { News, TabLine } from './news.ts'
import type { Failure, Outcome } from './outcome.ts'
import { withTimeout } from './outcome.ts'
import { mayPass, type SaveStatus, stateAfter } from './save-status.ts'
import type { ServerClock } from './server-clock.ts'

/** A program being sent. Take-overs are announced with the answers only. */
export interface CodeParcel {
  answers: SavedCode[]
  violations: []
  writer: string
  takeOver: false
}

interface Options {
  attemptId: string
  owner: AttemptOwner
  questionIds: readonly string[]
  /** The server's state at the start call. */
  saved: readonly (SavedAnswer | SavedCode)[]
  clock: ServerClock
  ports: Device
  line: TabLine
  save: (parcel: CodeParcel, signal: AbortSignal) => Promise<Outcome<SaveReply>>
  writer: () => string
  /** Called with a program that was superseded by one in another language. No other copy of it exists. */
  left: (program: SavedCode) => void
  /** Called with questions that now show code from another device. */
  replaced: (questionIds: string[]) => void
  /** Called with questions whose code the server rejected because their section is not open. */
  ignored: (questionIds: string[]) => void
  /** Called with questions whose code became too long to send. */
  tooLarge: (questionIds: string[]) => void
  /** The rest of the server's response. */
  received: (reply: SaveReply, sent: CodeParcel) => void
  /** The attempt is over. */
  closed: () => void
}

/** Debounce after the last key before code is sent, and the maximum delay while typing continues, in ms. */
export const codeRestMs = 1_000
export const codeMostMs = 5_000

const encoder = new TextEncoder()
export const isTooLarge = ({ code }: Pick<SavedCode, 'code'>): boolean =>
  code.length > maxSourceBytes || (code.length * 3 > maxSourceBytes && encoder.encode(code).length > maxSourceBytes)

const codesOf = (answers: readonly (SavedAnswer | SavedCode)[]) =>
  answers.filter((answer): answer is SavedCode => 'code' in answer)

/**
 * Holds one attempt's code and syncs it to the server. Each change is stored on the device at once and sent shortly
 * after, one question per request, so that a rejected program does not block the others.
 */
export class CodeStore {
  readonly #options: Options
  readonly #outbox: CodeOutbox
  readonly #dispatch: Dispatch
  readonly #listeners = new Set<() => void>()
  #codes: ReadonlyMap<string, SavedCode> = new Map()
  /** Latest revision known to be stored by the server. */
  readonly #stored = new Map<string, number>()
  /** Revisions that the server rejected. Resending them is pointless. */
  readonly #refused = new Map<string, number>()
  #failure: Failure | null = null
  #status: SaveStatus = { state: 'saved', unsent: 0, message: null, kept: true }
  #stopListening: (() => void) | null = null
  #cancelSend: (() => void) | null = null
  #waitingSince: number | null = null
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    const { ports, attemptId, owner, questionIds, saved } = options
    this.#outbox = new CodeOutbox(ports.storage, attemptId, owner, new Set(questionIds))
    this.#dispatch = new Dispatch(ports, () => this.#exchange())
    const codes = codesOf(saved)
    for (const code of codes) this.#adopt(code)
    this.#keepStored(codes)
    this.#outbox.acknowledge(codes)
    for (const code of this.#outbox.codes()) this.#adopt(code)
    this.#update()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly status = (): SaveStatus => this.#status

  /** By question id. Returns a new map after every change. */
  readonly codes = (): ReadonlyMap<string, SavedCode> => this.#codes

  /** True if there is a program to judge. */
  isWritten = (questionId: string): boolean => (this.#codes.get(questionId)?.code ?? '').trim() !== ''

  /** Programs that the server may not have and would accept. */
  unsent(): SavedCode[] {
    return [...this.#codes.values()].filter(
      (code) => code.revision > (this.#stored.get(code.questionId) ?? -1) && !isTooLarge(code),
    )
  }

  start(): void {
    if (this.#dispatch.isRunning || this.#isOver) return
    this.#stopListening = this.#options.line.listen((message) => this.#hear(message))
    this.#dispatch.start(this.#sendable() ? 'again' : 'rest')
  }

  /** Sends no further requests until start. Unsent code is kept. */
  stop(): void {
    this.#cancelSending()
    this.#dispatch.stop()
    this.#stopListening?.()
    this.#stopListening = null
  }

  /** Records a new version of a program, possibly in another language. */
  write(questionId: string, program: { code: string; language: Language }): void {
    if (this.#isOver) return
    const known = this.#codes.get(questionId)
    // The server rejects NUL and lone surrogates, and nobody types them on purpose.
    const text = program.code.toWellFormed().replaceAll('\0', '')
    if (known?.code === text && known.language === program.language) return
    const revision = Math.max((known?.revision ?? 0) + 1, Math.round(this.#options.clock.now()))
    const code: SavedCode = { questionId, code: text, language: program.language, revision }
    this.#adopt(code)
    this.#outbox.put(code)
    this.#options.line.tell({ kind: 'code', code })
    if (isTooLarge(code) && !(known && isTooLarge(known))) this.#options.tooLarge([questionId])
    this.#update()
    this.#sendSoon()
  }

  /** Sends pending code at once. */
  flush(): void {
    this.#cancelSending()
    if (this.#sendable()) void this.#dispatch.flush()
  }

  /** Applies the server's programs, received with a save of answers. */
  take(newer: SaveReply['newer']): void {
    const codes = codesOf(newer)
    if (codes.length === 0) return
    if (this.#replace(codes)) this.#options.line.tell({ kind: 'newer-code', codes })
    this.#update()
  }

  /** The attempt is over, so nothing more can be sent. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.stop()
    this.#outbox.clear()
    this.#update()
  }

  #sendSoon(): void {
    const { timers, clock } = this.#options.ports
    if (!this.#dispatch.isRunning) return
    const now = clock.mono()
    this.#waitingSince ??= now
    this.#cancelSend?.()
    const rest = Math.max(0, Math.min(codeRestMs, this.#waitingSince + codeMostMs - now))
    this.#cancelSend = timers.after(rest, () => {
      this.#cancelSending()
      this.#dispatch.soon()
    })
  }

  #cancelSending(): void {
    this.#cancelSend?.()
    this.#cancelSend = null
    this.#waitingSince = null
  }

  #sendable(): SavedCode | undefined {
    return this.#outbox
      .codes()
      .find((code) => !isTooLarge(code) && this.#refused.get(code.questionId) !== code.revision)
  }

  async #exchange(): Promise<Next> {
    const { ports, clock, save, writer, received, closed } = this.#options
    const code = this.#sendable()
    if (!code || this.#isOver) return 'wait'
    const parcel: CodeParcel = { answers: [code], violations: [], writer: writer(), takeOver: false }
    const departure = clock.depart()
    const outcome = await withTimeout(ports.timers, saveTimeoutMs, (signal) => save(parcel, signal))
    if (outcome.ok) {
      clock.observe(outcome.value, departure)
      this.#taken(code, outcome.value)
    }
    if (!this.#dispatch.isRunning) return 'wait'
    this.#failure = outcome.ok ? null : outcome.failure
    this.#update()
    if (outcome.ok) {
      received(outcome.value, parcel)
      return 'again'
    }
    const { kind } = outcome.failure
    if (kind === 'closed') closed()
    if (kind === 'refused') {
      this.#refused.set(code.questionId, code.revision)
      return this.#sendable() ? 'again' : 'wait'
    }
    return mayPass(kind) ? 'retry' : 'wait'
  }

  #taken(code: SavedCode, { ignored, newer }: SaveReply): void {
    const { line } = this.#options
    this.#outbox.acknowledge([code])
    if (ignored.includes(code.questionId)) {
      this.#options.ignored([code.questionId])
      return
    }
    this.#keepStored([code])
    line.tell({ kind: 'code-stored', codes: [{ questionId: code.questionId, revision: code.revision }] })
    const codes = codesOf(newer)
    if (this.#replace(codes)) line.tell({ kind: 'newer-code', codes })
  }

  #keepStored(codes: readonly Stored[]): void {
    for (const { questionId, revision } of codes)
      this.#stored.set(questionId, Math.max(revision, this.#stored.get(questionId) ?? -1))
  }

  #adopt(code: SavedCode): void {
    const known = this.#codes.get(code.questionId)
    if (known && known.revision >= code.revision) return
    this.#leave(known, code)
    this.#codes = new Map(this.#codes).set(code.questionId, code)
  }

  #leave(program: SavedCode | undefined, { language }: SavedCode): void {
    if (program && program.language !== language) this.#options.left(program)
  }

  /**
   * At an equal revision the server accepted the other one first, so that one counts. @returns whether something
   * changed
   */
  #replace(codes: readonly SavedCode[]): boolean {
    const replaced = codes.filter((code) => {
      const known = this.#codes.get(code.questionId)
      const isOther = known?.code !== code.code || known.language !== code.language
      const isNewer = code.revision >= (known?.revision ?? -1)
      if (isNewer) this.#leave(known, code)
      else if (known) this.#leave(code, known)
      return isNewer && isOther
    })
    this.#keepStored(codes)
    this.#outbox.acknowledge(codes)
    if (replaced.length === 0) return false
    this.#codes = new Map([...this.#codes, ...replaced.map((code) => [code.questionId, code] as const)])
    this.#options.replaced(replaced.map(({ questionId }) => questionId))
    return true
  }

  #hear(message: News): void {
    if (message.kind === 'code') this.#adopt(message.code)
    else if (message.kind === 'code-stored') {
      this.#keepStored(message.codes)
      this.#outbox.acknowledge(message.codes)
    } else if (message.kind === 'newer-code') this.#replace(message.codes)
    else return
    this.#update()
  }

  #update(): void {
    const waiting = this.#isOver ? [] : this.#outbox.codes()
    const failure = waiting.length > 0 ? this.#failure : null
    const tooLarge = waiting.some(isTooLarge)
    const state = tooLarge ? 'refused' : failure ? stateAfter[failure.kind] : waiting.length > 0 ? 'saving' : 'saved'
    const message = tooLarge ? 'a program is larger than 64 kB' : (failure?.message ?? null)
    this.#status = { state, unsent: waiting.length, message, kept: this.#outbox.isKept }
    for (const listener of this.#listeners) listener()
  }
}
