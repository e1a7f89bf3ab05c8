export interface Order {
  dataDir: string
  /** Path of the new backup. */
  file: string
  /** Replaces an existing file. */
  overwrite: boolean
  /** Ms UTC. */
  now: number
  /** age recipient; undefined for no encryption. */
  recipient?: string | undefined
}

/** The created backup. */
export interface Made {
  bytes: number
  sha256: string
  tables: number
  rows: number
  files: number
}

/** Reports progress from 0 to 1 and the current step. */
export type Progress = (done: number, step: string) => void

/** A task for the backup process, which runs one and exits. */
export type Task = ({ kind: 'backup' } & Order) | { kind: 'drill'; file: string }

/** Results of a drill; for an encrypted backup, only the checksum. */
export interface Tried {
  sha256: string
  /** ISO-8601. */
  createdAt?: string
  schema?: number
  tables?: number
  rows?: number
  files?: number
}

/** A message from the process: any number of `progress` messages, then one of the others. */
export type Answer =
  | { kind: 'progress'; done: number; step: string }
  | { kind: 'made'; made: Made }
  | { kind: 'tried'; tried: Tried }
  | { kind: 'failed'; failure: string }
