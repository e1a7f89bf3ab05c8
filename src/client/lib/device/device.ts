/** The device's capabilities. browser.ts implements them; tests supply their own. */

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
  /** @returns true if the value was stored */
  write(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
}

/** Messages to and from other tabs of the same browser. */
export interface Channel {
  post(message: unknown): void
  listen(hear: (message: unknown) => void): () => void
}

export interface Device {
  clock: DeviceClock
  timers: Timers
  storage: LocalStore
  channel: Channel
  /** At least 0 and less than 1, like `Math.random`. */
  random(): number
}
