/** A file in the archive: `size` bytes, packed into `length` bytes at offset `at`. Files may share bytes. */
export interface Entry {
  path: string
  size: number
  at: number
  length: number
  /** How it is compressed; null if it is stored as it is. */
  codec: 'zstd' | 'brotli' | null
  executable: boolean
}

/** Content embedded in the single file. */
export interface Archive {
  /** Hash of the content. */
  name: string
  entries: Entry[]
}

export const assetNames = { list: 'list', bytes: 'bytes' } as const
