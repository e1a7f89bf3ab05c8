/** External dependencies of the room. browser.ts has the real ones; tests supply their own. */

export interface DeviceClock {
  /** The device's wall clock, in ms since 1970. It may be hours off and may jump. */
  wall(): number
  /** Monotonic milliseconds. On some devices they pause during sleep. */
  mono(): number
}

export interface Timers {
  /** Runs once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Local storage that never throws. In private mode or when full, `write` returns false. */
export interface LocalStore {
  read(key: string): string | null
  /** @returns whether it was stored */
  write(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
}

/** Other tabs of the same browser with the same attempt. */
export interface Channel {
  post(message: unknown): void
  listen(hear: (message: unknown) => void): () => void
}

export interface Ports {
  clock: DeviceClock
  timers: Timers
  storage: LocalStore
  channel: Channel
  /** 0 up to 1. */
  random(): number
}

/**
 * Why a request failed.
 * - `offline`: it may not have arrived; `trouble`: a temporary server problem. Both are worth a retry.
 * - `closed`: the attempt is over (409). `signed-out`: the session is (401).
 * - `elsewhere`: another device is in use (409); `outside`: not allowed from this network (403). Both may pass.
 * - `refused`: a retry is pointless.
 */
export type FailureKind = 'offline' | 'trouble' | 'elsewhere' | 'outside' | 'closed' | 'signed-out' | 'refused'
export interface Failure {
  kind: FailureKind
  message: string
}
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }
