/** External dependencies of the room. browser.ts has the real ones; tests supply their own. */

export interface DeviceClock {
  /** The device's wall clock, in ms since 1970. It may be hours wrong and may jump. */
  wall(): number
  /** Milliseconds that only ever grow; on some devices they stand still during sleep. */
  mono(): number
}

export interface Timers {
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Local storage that never throws: in private mode or when full, `write` keeps nothing and says so. */
export interface LocalStore {
  read(key: string): string | null
  /** @returns whether it was kept */
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
 * Why a request did not do its work.
 * - `offline`: it may not have arrived; `trouble`: the server could not now. Both are worth another try.
 * - `closed`: the attempt is over (409). `signed-out`: the session is (401).
 * - `elsewhere`: another device is in use (409); `outside`: not from this network (403). Both may pass.
 * - `refused`: trying the same again is of no use.
 */
export type FailureKind = 'offline' | 'trouble' | 'elsewhere' | 'outside' | 'closed' | 'signed-out' | 'refused'
export interface Failure {
  kind: FailureKind
  message: string
}
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure }
