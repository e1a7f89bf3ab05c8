import type { Device } from '#client/lib/device/device.ts'
import type { JournalChunk } from '#shared/journals/journals.rules.ts'
import { Dispatch, mayPass, type Next, type Outcome, withTimeout } from './requests.ts'

/** No zod here: this module is part of the student's first page, whose JavaScript size is limited. */

export type SendJournal = (
  attemptId: string,
  chunks: readonly JournalChunk[],
  signal: AbortSignal,
) => Promise<Outcome<unknown>>

interface JournalOutboxOptions {
  ports: Pick<Device, 'storage' | 'timers' | 'random' | 'clock'>
  /** The signed-in student. Other students' journals are left alone. */
  studentId: string
  send: SendJournal
  /** Called before each request to store what was recorded since. */
  collect?: () => void
}

const prefix = 'examhall.journal.'
const timeoutMs = 15_000
/** Maximum chunks and characters per request. */
const maxPerRequest = { chunks: 20, chars: 300_000 }
/** The server accepts no chunk of an attempt that ended long ago. */
const maxAgeMs = 7 * 86_400_000
const typing = { restMs: 4_000, maxMs: 15_000 }

/**
 * A student's chunks of journals on this device, sent until the server acknowledges them. Each has its own key, so tabs
 * do not overwrite each other's, and each may send all of them.
 */
export class JournalOutbox {
  readonly #options: JournalOutboxOptions
  readonly #dispatch: Dispatch
  readonly #root: string
  /** Chunks that the browser did not store. */
  readonly #memory = new Map<string, string>()
  readonly #refused = new Set<string>()
  /** 1 after a request was rejected, to find the chunk at fault. */
  #perRequest = maxPerRequest.chunks

  constructor(options: JournalOutboxOptions) {
    this.#options = options
    this.#root = `${prefix}${options.studentId}.`
    this.#dispatch = new Dispatch(options.ports, () => this.#exchange())
  }

  keep(attemptId: string, chunk: JournalChunk): void {
    const key = `${this.#root}${attemptId}.${chunk.questionId}.${chunk.stream}.${chunk.seq}`
    const text = JSON.stringify(chunk)
    if (this.#options.ports.storage.write(key, text)) this.#memory.delete(key)
    else this.#memory.set(key, text)
  }

  start(): void {
    if (!this.#dispatch.isRunning) this.#dispatch.start('again')
  }

  stop(): void {
    this.#dispatch.stop()
  }

  /** Sends once the student pauses. */
  later(): void {
    this.#dispatch.later(typing)
  }

  async flush(): Promise<void> {
    if (this.#dispatch.isRunning) await this.#dispatch.flush()
  }

  async #exchange(): Promise<Next> {
    this.#options.collect?.()
    const batch = this.#batch()
    if (!batch) return 'wait'
    const { timers } = this.#options.ports
    const chunks = batch.entries.map(({ chunk }) => chunk)
    const outcome = await withTimeout(timers, timeoutMs, (signal) =>
      this.#options.send(batch.attemptId, chunks, signal),
    )
    if (outcome.ok) {
      // Keeps a chunk that has grown in the meantime.
      for (const { key, text } of batch.entries) if (this.#read(key) === text) this.#remove(key)
      this.#perRequest = maxPerRequest.chunks
      return 'again'
    }
    const { kind } = outcome.failure
    if (mayPass(kind)) return 'retry'
    if (kind === 'signed-out') return 'wait'
    if (kind === 'closed') for (const key of this.#keys()) if (key.startsWith(batch.root)) this.#remove(key)
    if (kind === 'refused' && batch.entries.length === 1) for (const { key } of batch.entries) this.#refused.add(key)
    this.#perRequest = 1
    return 'again'
  }

  /** Chunks of one attempt, or null if there are none. */
  #batch() {
    const entries: { key: string; text: string; chunk: JournalChunk }[] = []
    let attemptId: string | undefined
    let chars = 0
    for (const key of this.#keys()) {
      const [id = ''] = key.slice(this.#root.length).split('.')
      if (this.#refused.has(key) || (attemptId !== undefined && id !== attemptId)) continue
      const text = this.#read(key) ?? ''
      const chunk = this.#parse(text)
      if (!chunk) this.#remove(key)
      else if (
        entries.length === 0 ||
        (entries.length < this.#perRequest && chars + text.length <= maxPerRequest.chars)
      ) {
        attemptId = id
        chars += text.length
        entries.push({ key, text, chunk })
      }
    }
    return attemptId === undefined ? null : { attemptId, entries, root: `${this.#root}${attemptId}.` }
  }

  /** Undefined if the chunk is malformed or too old. The server validates the details. */
  #parse(text: string): JournalChunk | undefined {
    try {
      const chunk = JSON.parse(text) as JournalChunk | null
      const isRecent = typeof chunk?.at === 'number' && this.#options.ports.clock.wall() - chunk.at < maxAgeMs
      return isRecent && Array.isArray(chunk.events) ? chunk : undefined
    } catch {
      return undefined
    }
  }

  #keys(): string[] {
    const stored = this.#options.ports.storage.keys().filter((key) => key.startsWith(this.#root))
    return [...new Set([...stored, ...this.#memory.keys()])]
  }

  #read(key: string): string | null {
    return this.#memory.get(key) ?? this.#options.ports.storage.read(key)
  }

  #remove(key: string): void {
    this.#memory.delete(key)
    this.#options.ports.storage.remove(key)
  }
}
