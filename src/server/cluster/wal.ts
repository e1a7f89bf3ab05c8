import { closeSync, openSync, readSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24

/** The pages that commits changed since the last read, each in its last version. */
export interface Change {
  pageSize: number
  /** Size of the database after the change, in pages. */
  size: number
  pages: Map<number, Buffer>
}

/** A running checksum of SQLite's write-ahead log. */
type Sum = readonly [number, number]

/** Continues SQLite's checksum over `bytes`, whose length is a multiple of 8, in this machine's byte order. */
function sumOf([start1, start2]: Sum, bytes: Buffer): Sum {
  let [s1, s2] = [start1, start2]
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  for (let at = 0; at < words.length; at += 2) {
    s1 = (s1 + (words[at] as number) + s2) >>> 0
    s2 = (s2 + (words[at + 1] as number) + s1) >>> 0
  }
  return [s1, s2]
}

/**
 * Reads what commits append to a write-ahead log. It accepts only frames that SQLite itself would recover: those with
 * the log's salts and an unbroken checksum, up to the last commit. Rolled-back transactions and previous generations
 * of the log leave invalid frames behind.
 */
export class WalTail {
  readonly #path: string
  #file: number | undefined
  /** Salts and checksum from the header of the log's current generation. */
  #header: Buffer = Buffer.alloc(0)
  #end = headerBytes
  #sum: Sum = [0, 0]

  constructor(path: string) {
    this.#path = path
  }

  /** End of the last commit that was read, in bytes. */
  get end(): number {
    return this.#end
  }

  #read(length: number, at: number): Buffer {
    // Uint32Array needs the alignment that a pooled buffer may lack.
    const bytes = Buffer.from(new ArrayBuffer(length))
    let done = 0
    while (done < length) {
      const count = readSync(this.#file as number, bytes, done, length - done, at + done)
      if (count === 0) break
      done += count
    }
    return bytes.subarray(0, done)
  }

  /** Returns the change since the last call; undefined if nothing was committed. */
  read(): Change | undefined {
    if (this.#file === undefined)
      try {
        this.#file = openSync(this.#path, 'r')
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined
        throw error
      }
    const header = this.#read(headerBytes, 0)
    if (header.length < headerBytes) return undefined
    if (!header.equals(this.#header)) {
      this.#header = header
      this.#end = headerBytes
      this.#sum = [header.readUInt32BE(24), header.readUInt32BE(28)]
    }
    const pageSize = header.readUInt32BE(8)
    const frameBytes = frameHeaderBytes + pageSize
    const pages = new Map<number, Buffer>()
    const uncommitted = new Map<number, Buffer>()
    let [at, size, sum] = [this.#end, 0, this.#sum]
    for (;;) {
      const frame = this.#read(frameBytes, at)
      if (frame.length < frameBytes || !frame.subarray(8, 16).equals(header.subarray(16, 24))) break
      sum = sumOf(sumOf(sum, frame.subarray(0, 8)), frame.subarray(frameHeaderBytes))
      if (frame.readUInt32BE(16) !== sum[0] || frame.readUInt32BE(20) !== sum[1]) break
      at += frameBytes
      uncommitted.set(frame.readUInt32BE(0), frame.subarray(frameHeaderBytes))
      const committed = frame.readUInt32BE(4)
      if (committed === 0) continue
      size = committed
      for (const [page, bytes] of uncommitted) pages.set(page, bytes)
      uncommitted.clear()
      this.#end = at
      this.#sum = sum
    }
    if (size === 0) return undefined
    // A later commit may have shortened the file.
    for (const page of pages.keys()) if (page > size) pages.delete(page)
    return { pageSize, size, pages }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
