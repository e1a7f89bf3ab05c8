import type { Made, Order } from './pack.ts'

/** What the server asks of the backup process, one task per process. */
export type Task = ({ kind: 'backup' } & Order) | { kind: 'drill'; file: string }

/** What a drill looked at. */
export interface Tried {
  sha256: string
  /** When the backup was made, ISO-8601. */
  createdAt: string
  schema: number
  tables: number
  rows: number
  files: number
}

/** What comes back: `progress` many times, then one of the others. */
export type Answer =
  | { kind: 'progress'; done: number; step: string }
  | { kind: 'made'; made: Made }
  | { kind: 'tried'; tried: Tried }
  | { kind: 'failed'; failure: string }
