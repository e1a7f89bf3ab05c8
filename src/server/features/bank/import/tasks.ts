import type { ImportFormat } from '#shared/bank/import.rules.ts'
import type { CheckedItem } from './validate.ts'

/** A task for the process that reads question files, which runs one and exits. */
export interface Task {
  path: string
  /** Of the images that are already stored. */
  imageFolder: string
  /** For new images. The server moves them to `imageFolder` when it gets their names. */
  newFolder: string
}

/** A message from the process. It continues after `items` when it gets `Continue`. */
export type Answer =
  | { kind: 'format'; format: ImportFormat }
  /** `images` are the names of new images in `newFolder`. */
  | { kind: 'items'; items: CheckedItem[]; images: string[]; progress: number }
  | { kind: 'done' }
  | { kind: 'refused'; message: string }
  | { kind: 'broken'; trace: string }

/** The reply to `items`, once they are stored. */
export type Continue = { kind: 'continue' }
