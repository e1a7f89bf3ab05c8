/** One file of the archive: `size` bytes, packed into `length` from `at` on. */
export interface Entry {
  path: string
  size: number
  at: number
  length: number
  /** How it is packed; what does not shrink lies there as it is. */
  packed: boolean
  executable: boolean
}

/** Content of the single file beside the unpacking program. */
export interface Archive {
  /** A hash over everything in it. */
  name: string
  entries: Entry[]
}

/** The names of the two assets. */
export const assetNames = { list: 'list', bytes: 'bytes' } as const
