import type { Platform } from './platform.ts'

/** Work that comes back by itself. */
export interface Job {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  /** Resolves to true when there is more to do, so that the next run need not wait. */
  run: (app: Platform) => Promise<unknown>
}
