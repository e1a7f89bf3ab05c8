import type { Platform } from './platform.ts'

/** Work that comes back by itself. */
export interface Job {
  name: string
  /** Milliseconds from the end of one run to the start of the next. */
  every: number
  run: (app: Platform) => Promise<void>
}
