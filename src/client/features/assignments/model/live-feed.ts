import { codeOf } from '#client/lib/errors.ts'
import { liveBeatMs } from '#shared/attempts/live.rules.ts'
import type { LiveBoard, LiveChanges } from '#shared/attempts/live.schema.ts'

export type LiveRow = LiveBoard['students'][number]

/** `live` streams changes and `polling` polls for them. While `reconnecting`, the data shown is getting stale. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'polling'

export interface LiveView {
  connection: Connection
  /** Undefined until the first response. */
  board: Omit<LiveBoard, 'serverTime' | 'total' | 'students'> | undefined
  students: readonly LiveRow[]
  /** Server clock minus device clock, in ms. */
  offset: number
  /** The reason the board cannot be shown or updated, such as a deleted test or an expired session. */
  error: unknown
}

/** The feed's dependencies, which tests can replace. */
export interface LivePorts {
  /** Opens the stream. @returns a function that closes it */
  subscribe(on: { changes: (changes: LiveChanges) => void; end: (error?: unknown) => void }): () => void
  /** Fetches the full board, or only the changes since a server time. */
  fetchBoard(since?: string): Promise<LiveBoard>
  now(): number
  /** Runs a function after a delay. @returns a function that cancels it */
  later(ms: number, run: () => void): () => void
  /** A random number from 0 to 1, so boards do not all reconnect at the same time. */
  random(): number
}

export const liveTimes = {
  pollMs: 5_000,
  /** Delays between attempts to reopen the stream. The last one repeats. */
  retryMs: [1_000, 2_000, 5_000, 15_000, 30_000],
  /** Silence, in ms, after which the stream counts as dead, whatever the browser reports. */
  silenceMs: 2.5 * liveBeatMs,
  /** Timeout for the stream before polling instead. */
  timeoutMs: 4_000,
} as const

const isFinal = (error: unknown) =>
  ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'].includes(error === undefined ? '' : codeOf(error))

/**
 * Maintains a live board: loads it in full once per connection, then applies streamed changes. If the stream keeps
 * failing or going silent, polls every five seconds while retrying it. Each poll starts after the previous one has
 * finished, so requests do not pile up on a slow server.
 */
export class LiveFeed {
  readonly #ports: LivePorts
  readonly #listeners = new Set<() => void>()
  #view: LiveView = { connection: 'connecting', board: undefined, students: [], offset: 0, error: undefined }
  #stopStream: (() => void) | undefined
  #cancelRetry: (() => void) | undefined
  #cancelSilence: (() => void) | undefined
  #cancelPoll: (() => void) | undefined
  #failures = 0
  #serverTime: string | undefined
  #fetches = 0
  #running = false
  /** Changes received while the board was loading. */
  #waiting: LiveChanges[] = []

  constructor(ports: LivePorts) {
    this.#ports = ports
  }

  /** Returns the same object until something changes. */
  readonly read = () => this.#view

  readonly watch = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  start() {
    if (this.#running) return
    this.#running = true
    this.#connect()
  }

  stop() {
    this.#running = false
    this.#hangUp()
    this.#cancelRetry?.()
    this.#stopPolling()
  }

  /** Reconnects at once, because the network is back or at the user's request. */
  reconnect() {
    if (!this.#running) return
    this.#failures = 0
    this.#set({ error: undefined, connection: this.#view.board ? 'reconnecting' : 'connecting' })
    this.#stopPolling()
    this.#connect()
  }

  /** Called when the browser goes offline. The stream itself may take a long time to fail. */
  goOffline() {
    if (this.#running) this.#onLost(undefined)
  }

  #set(patch: Partial<LiveView>) {
    this.#view = { ...this.#view, ...patch }
    for (const listener of this.#listeners) listener()
  }

  #hangUp() {
    this.#cancelSilence?.()
    this.#stopStream?.()
    this.#stopStream = undefined
  }

  #connect() {
    this.#hangUp()
    this.#cancelRetry?.()
    let opened = false
    let over = false
    const end = (error?: unknown) => {
      if (over) return
      over = true
      this.#onLost(error)
    }
    const expect = (ms: number) => {
      this.#cancelSilence?.()
      this.#cancelSilence = this.#ports.later(ms, () => end())
    }
    expect(liveTimes.timeoutMs)
    const close = this.#ports.subscribe({
      changes: (changes) => {
        if (over || !this.#running) return
        expect(liveTimes.silenceMs)
        if (opened) return this.#take(changes)
        opened = true
        this.#waiting = []
        void this.#load()
      },
      end,
    })
    this.#stopStream = () => {
      over = true
      close()
    }
  }

  #onLost(error: unknown) {
    this.#hangUp()
    if (!this.#running) return
    if (isFinal(error)) return this.#fail(error)
    const wait = liveTimes.retryMs[Math.min(this.#failures, liveTimes.retryMs.length - 1)] ?? 0
    this.#failures++
    if (this.#view.connection === 'live') this.#set({ connection: 'reconnecting' })
    this.#cancelRetry?.()
    this.#cancelRetry = this.#ports.later(wait * (0.8 + 0.4 * this.#ports.random()), () => this.#connect())
    // A stream that ends once usually reopens soon. Poll after repeated failures, or if there is no board yet.
    if (!this.#cancelPoll && (this.#failures > 1 || !this.#view.board)) this.#poll(0)
  }

  #fail(error: unknown) {
    this.stop()
    this.#set({ error, connection: 'reconnecting' })
  }

  #stopPolling() {
    this.#cancelPoll?.()
    this.#cancelPoll = undefined
  }

  #poll(ms: number) {
    this.#cancelPoll = this.#ports.later(ms, async () => {
      const arrived = await this.#fetch(this.#view.board && this.#serverTime)
      if (!this.#running || this.#view.connection === 'live') return
      this.#set({ connection: arrived ? 'polling' : this.#view.board ? 'reconnecting' : 'connecting' })
      this.#poll(liveTimes.pollMs)
    })
  }

  /** Loads the full board when the stream opens, or when changes do not fit the board already loaded. */
  async #load() {
    const arrived = await this.#fetch()
    if (!this.#running) return
    if (!arrived) return this.#onLost(undefined)
    this.#failures = 0
    this.#stopPolling()
    this.#set({ connection: 'live' })
  }

  /** @returns true if a response arrived */
  async #fetch(since?: string): Promise<boolean> {
    this.#fetches++
    try {
      const board = await this.#ports.fetchBoard(since)
      if (!this.#running) return false
      this.#note(board.serverTime)
      if (since === undefined) this.#replace(board)
      else if (!this.#merge(board.students, board.total)) return await this.#fetch()
      return true
    } catch (error) {
      if (!this.#running) return false
      if (isFinal(error)) this.#fail(error)
      else if (!this.#view.board) this.#set({ error })
      return false
    } finally {
      this.#fetches--
      if (this.#fetches === 0) for (const changes of this.#waiting.splice(0)) this.#take(changes)
    }
  }

  #take(changes: LiveChanges) {
    if (this.#fetches > 0) return void this.#waiting.push(changes)
    // Ignore changes older than the loaded board, which already includes them.
    if (this.#serverTime !== undefined && changes.serverTime < this.#serverTime) return
    this.#note(changes.serverTime)
    if (!this.#merge(changes.students, changes.total)) void this.#load()
  }

  #note(serverTime: string) {
    this.#serverTime = serverTime
    const offset = Date.parse(serverTime) - this.#ports.now()
    // Ignore differences up to half a second: they are network jitter, and each update re-renders every clock.
    if (Math.abs(offset - this.#view.offset) > 500) this.#set({ offset })
  }

  #replace({ serverTime: _, total: __, students, ...board }: LiveBoard) {
    this.#set({ board, students, error: undefined })
  }

  /** @returns false if the list of students is out of date and the board must be reloaded */
  #merge(changed: readonly (Partial<LiveRow> & { studentId: string })[], total: number): boolean {
    const { students } = this.#view
    if (total !== students.length) return false
    if (changed.length === 0) return true
    const byId = new Map(changed.map((row) => [row.studentId, row]))
    let known = 0
    const merged = students.map((row) => {
      const change = byId.get(row.studentId)
      if (!change) return row
      known++
      return { ...row, ...change }
    })
    this.#set({ students: merged })
    return known === byId.size
  }
}
