import type { Platform } from './platform.ts'

/** A recurring job, run with an `App`. */
export interface Job<App extends Platform = Platform> {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  /** Resolves to true when there is more to do. The next run then starts immediately. */
  run: (app: App) => Promise<unknown>
}
