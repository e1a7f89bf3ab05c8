export interface Order {
  dataDir: string
  /** Where the backup will be. */
  file: string
  /** Takes the place of a file that is there. */
  overwrite: boolean
  /** Ms UTC. */
  now: number
  /** Whom it is encrypted for with age; undefined leaves it plain. */
  recipient?: string | undefined
}

/** What was made. */
export interface Made {
  bytes: number
  sha256: string
  tables: number
  rows: number
  files: number
}

/** From 0 to 1, and what is being done. */
export type Progress = (done: number, step: string) => void

/** What the server asks of the backup process, one task per process. */
export type Task = ({ kind: 'backup' } & Order) | { kind: 'drill'; file: string }

/** What a drill looked at; of an encrypted backup the sum alone. */
export interface Tried {
  sha256: string
  /** When the backup was made, ISO-8601. */
  createdAt?: string
  schema?: number
  tables?: number
  rows?: number
  files?: number
}

/** What comes back: `progress` many times, then one of the others. */
export type Answer =
  | { kind: 'progress'; done: number; step: string }
  | { kind: 'made'; made: Made }
  | { kind: 'tried'; tried: Tried }
  | { kind: 'failed'; failure: string }
