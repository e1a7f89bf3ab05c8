import { codeOf } from '#client/lib/errors.ts'
import { liveBeatMs } from '#shared/attempts/live/rules.ts'
import type { LiveBoard, LiveChanges } from '#shared/attempts/live/schema.ts'

export type LiveRow = LiveBoard['students'][number]

/** `live`: changes come as they happen; `polling`: they are asked for; `reconnecting`: what is shown is getting old. */
export type Connection = 'connecting' | 'live' | 'reconnecting' | 'polling'

export interface LiveView {
  connection: Connection
  /** Undefined until the first answer. */
  board: Omit<LiveBoard, 'serverTime' | 'total' | 'students'> | undefined
  students: readonly LiveRow[]
  /** Server's clock minus this device's, ms. */
  offset: number
  /** Why there is nothing (more) to show: the test is gone, or nobody is signed in. */
  error: unknown
}

/** Dependencies of the feed. */
export interface LivePorts {
  /** Opens the stream. @returns the way to break it off */
  subscribe(on: { changes: (changes: LiveChanges) => void; end: (error?: unknown) => void }): () => void
  /** The board, or what has changed on it since a time of the server's. */
  fetchBoard(since?: string): Promise<LiveBoard>
  now(): number
  /** @returns the way to call it off */
  later(ms: number, run: () => void): () => void
  /** 0 to 1, so that not all boards come back in the same moment. */
  random(): number
}

export const liveTimes = {
  pollMs: 5_000,
  /** The stream is tried again after these, the last one for ever. */
  retryMs: [1_000, 2_000, 5_000, 15_000, 30_000],
  /** Longer silence means that the stream is dead, whatever the browser says. */
  silenceMs: 2.5 * liveBeatMs,
  /** Time for the stream to open before the board is loaded without it. */
  patienceMs: 4_000,
} as const

const isFinal = (error: unknown) =>
  ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'].includes(error === undefined ? '' : codeOf(error))

/**
 * Keeps a live board: the whole once per connection, then only what changes, over a stream. Where the stream fails or falls
 * silent it asks every five seconds, and goes on trying the stream. One call runs at a time, so hours of it cost no more than
 * minutes.
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
  /** Messages received while the board was loading. */
  #waiting: LiveChanges[] = []

  constructor(ports: LivePorts) {
    this.#ports = ports
  }

  /** The same object until something changes. */
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

  /** The network is back, or somebody asks for it: from the beginning, at once. */
  again() {
    if (!this.#running) return
    this.#failures = 0
    this.#set({ error: undefined, connection: this.#view.board ? 'reconnecting' : 'connecting' })
    this.#stopPolling()
    this.#connect()
  }

  /** The browser says that there is no network: a stream may not notice for a long time. */
  cutOff() {
    if (this.#running) this.#lost(undefined)
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
      this.#lost(error)
    }
    const expect = (ms: number) => {
      this.#cancelSilence?.()
      this.#cancelSilence = this.#ports.later(ms, () => end())
    }
    expect(liveTimes.patienceMs)
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

  /** The stream is gone. */
  #lost(error: unknown) {
    this.#hangUp()
    if (!this.#running) return
    if (isFinal(error)) return this.#give(error)
    const wait = liveTimes.retryMs[Math.min(this.#failures, liveTimes.retryMs.length - 1)] ?? 0
    this.#failures++
    if (this.#view.connection === 'live') this.#set({ connection: 'reconnecting' })
    this.#cancelRetry?.()
    this.#cancelRetry = this.#ports.later(wait * (0.8 + 0.4 * this.#ports.random()), () => this.#connect())
    // A stream that ends once comes back in a moment; one that does not is replaced.
    if (!this.#cancelPoll && (this.#failures > 1 || !this.#view.board)) this.#poll(0)
  }

  #give(error: unknown) {
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

  /** The stream is open: now the whole board. */
  async #load() {
    const arrived = await this.#fetch()
    if (!this.#running) return
    if (!arrived) return this.#lost(undefined)
    this.#failures = 0
    this.#stopPolling()
    this.#set({ connection: 'live' })
  }

  /** @returns whether an answer came */
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
      if (isFinal(error)) this.#give(error)
      else if (!this.#view.board) this.#set({ error })
      return false
    } finally {
      this.#fetches--
      if (this.#fetches === 0) for (const changes of this.#waiting.splice(0)) this.#take(changes)
    }
  }

  #take(changes: LiveChanges) {
    if (this.#fetches > 0) return void this.#waiting.push(changes)
    // Older than what the board told: it is in there.
    if (this.#serverTime !== undefined && changes.serverTime < this.#serverTime) return
    this.#note(changes.serverTime)
    if (!this.#merge(changes.students, changes.total)) void this.#load()
  }

  #note(serverTime: string) {
    this.#serverTime = serverTime
    const offset = Date.parse(serverTime) - this.#ports.now()
    // Less than half a second is the network's, and would redraw every clock.
    if (Math.abs(offset - this.#view.offset) > 500) this.#set({ offset })
  }

  #replace({ serverTime: _, total: __, students, ...board }: LiveBoard) {
    this.#set({ board, students, error: undefined })
  }

  /** @returns false when the list of students is out of date and the board must be reloaded */
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
