import type { ImportFormat } from '#shared/bank/import.rules.ts'
import type { CheckedItem } from './validate.ts'

/** A task for the process that reads question files, which runs one and exits. */
export interface Task {
  path: string
  /** For images. */
  folder: string
}

/** A message from the process. It continues after `items` when it gets `Continue`. */
export type Answer =
  | { kind: 'format'; format: ImportFormat }
  | { kind: 'items'; items: CheckedItem[]; images: string[]; progress: number }
  | { kind: 'done' }
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; trace: string }

/** The reply to `items`, once they are stored. */
export type Continue = { kind: 'continue' }
