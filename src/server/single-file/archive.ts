/** A file in the archive: `size` bytes, packed into `length` bytes at offset `at`. */
export interface Entry {
  path: string
  size: number
  at: number
  length: number
  /** True if compressed; incompressible files are stored uncompressed. */
  packed: boolean
  executable: boolean
}

/** Content embedded in the single file. */
export interface Archive {
  /** Hash of the content. */
  name: string
  entries: Entry[]
}

export const assetNames = { list: 'list', bytes: 'bytes' } as const
