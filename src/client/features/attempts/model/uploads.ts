import { z } from 'zod'
import type { Device } from '#client/lib/device/device.ts'
import {
  fileEmpty,
  fileExtensions,
  fileTooLarge,
  fileTypeRefused,
  maxFileBytes,
} from '#shared/attempts/files.schema.ts'
import type { AnswerFile } from '#shared/bank/types/essay.rules.ts'
import { readStored, storageKey } from './attempt-storage.ts'
import { Dispatch, mayPass, type Next, type Outcome, type Sending } from './requests.ts'

/** A chosen file that is not part of its answer yet. */
export interface Upload {
  key: number
  questionId: string
  name: string
  /** In bytes; null for a lost file. */
  size: number | null
  /**
   * `waiting`: sent as soon as possible. `refused`: the server or this page does not accept it. `lost`: the page was
   * closed before the file was uploaded, so only the name is known.
   */
  state: 'sending' | 'waiting' | 'refused' | 'lost'
  /** The share that was sent, from 0 to 1. */
  sent: number
  message: string | null
}

interface UploadsOptions {
  attemptId: string
  ports: Device
  send: (sending: Sending, signal: AbortSignal) => Promise<Outcome<AnswerFile>>
  /** Adds an uploaded file to its answer. */
  uploaded: (questionId: string, file: AnswerFile) => void
  changed: () => void
}

/** Timeout without progress, in ms. */
const stallMs = 45_000

const unfinished = z.array(z.object({ questionId: z.string(), name: z.string() }))

/** The reason not to upload a file, or null. */
function obstacle({ name, size }: File): string | null {
  if (size === 0) return fileEmpty
  if (size > maxFileBytes) return fileTooLarge
  return fileExtensions.some((extension) => name.toLowerCase().endsWith(extension)) ? null : fileTypeRefused
}

export const isPending = ({ state }: Upload) => state === 'sending' || state === 'waiting'

/**
 * Uploads an attempt's files one at a time and retries after network failures. Only their names are stored on the
 * device, so that the page can name the lost files after a reload.
 */
export class Uploads {
  readonly #options: UploadsOptions
  readonly #dispatch: Dispatch
  readonly #files = new Map<number, File>()
  #items: readonly Upload[]
  #keys = 0
  #abort: AbortController | null = null
  #isOver = false

  constructor(options: UploadsOptions) {
    this.#options = options
    this.#dispatch = new Dispatch(options.ports, () => this.#exchange())
    const { data = [] } = unfinished.safeParse(readStored(options.ports.storage, options.attemptId, 'files'))
    this.#items = data.map((file) => ({ ...file, ...this.#newItem(), size: null, state: 'lost' }))
  }

  readonly items = (): readonly Upload[] => this.#items

  add(questionId: string, file: File): void {
    if (this.#isOver) return
    const message = obstacle(file)
    const item = this.#newItem()
    const state = message === null ? 'waiting' : 'refused'
    if (message === null) this.#files.set(item.key, file)
    this.#set([...this.#items, { ...item, questionId, name: file.name, size: file.size, state, message }])
    this.#dispatch.soon()
  }

  /** Stops an upload, or dismisses one that failed. */
  cancel(key: number): void {
    const isSending = this.#items.some((item) => item.key === key && item.state === 'sending')
    this.#remove(key)
    if (isSending) this.#abort?.abort()
  }

  start(): void {
    if (!this.#dispatch.isRunning && !this.#isOver) this.#dispatch.start('again')
  }

  /** Stops uploading until `start`, and interrupts the current upload. */
  stop(): void {
    this.#dispatch.stop()
    this.#abort?.abort()
  }

  /** Forgets all files, because the attempt is over. */
  end(): void {
    this.#isOver = true
    this.stop()
    this.#set([])
  }

  /** Retries now, without waiting for the backoff. */
  flush(): void {
    if (!this.#abort && this.#next()) void this.#dispatch.flush()
  }

  #newItem() {
    this.#keys++
    return { key: this.#keys, sent: 0, message: null }
  }

  #next() {
    return this.#items.find(isPending)
  }

  async #exchange(): Promise<Next> {
    const next = this.#next()
    const file = next && this.#files.get(next.key)
    if (!next || !file) return 'wait'
    const { key, questionId } = next
    this.#change(key, { state: 'sending', sent: 0 })
    const outcome = await this.#send(questionId, key, file)
    if (!this.#items.some((item) => item.key === key)) return 'again'
    if (outcome.ok) {
      this.#remove(key)
      this.#options.uploaded(questionId, outcome.value)
      return 'again'
    }
    const { kind, message } = outcome.failure
    if (mayPass(kind) || kind === 'signed-out') {
      this.#change(key, { state: 'waiting', message })
      return mayPass(kind) ? 'retry' : 'wait'
    }
    this.#change(key, { state: 'refused', message })
    return 'again'
  }

  async #send(questionId: string, key: number, file: File): Promise<Outcome<AnswerFile>> {
    const abort = new AbortController()
    this.#abort = abort
    const { timers } = this.#options.ports
    let cancel = timers.after(stallMs, () => abort.abort())
    const onProgress = (sent: number, total: number) => {
      cancel()
      cancel = timers.after(stallMs, () => abort.abort())
      this.#change(key, { sent: total > 0 ? sent / total : 0 })
    }
    const outcome = await this.#options.send({ questionId, file, onProgress }, abort.signal)
    cancel()
    this.#abort = null
    return outcome
  }

  #change(key: number, fields: Partial<Upload>): void {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...fields } : item)))
  }

  #remove(key: number): void {
    this.#files.delete(key)
    this.#set(this.#items.filter((item) => item.key !== key))
  }

  #set(items: readonly Upload[]): void {
    const before = this.#items
    this.#items = items
    if (items.length !== before.length || items.some(({ state }, at) => state !== before[at]?.state)) this.#keep()
    this.#options.changed()
  }

  #keep(): void {
    const { attemptId, ports } = this.#options
    const key = storageKey(attemptId, 'files')
    const kept = this.#items.filter(({ state }) => state !== 'refused')
    if (kept.length === 0) ports.storage.remove(key)
    else ports.storage.write(key, JSON.stringify(kept.map(({ questionId, name }) => ({ questionId, name }))))
  }
}
