import { closeSync, existsSync, fdatasync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { chainAfter, decodeHead, decodePages, type Head, MessageError, type Page } from './messages.ts'
import type { Position } from './position.ts'

const flush = promisify(fdatasync)

type GroupHead = Extract<Head, { kind: 'group' }>

/** The disk did not accept what a group changed. The copy continues with the same message once it does. */
export class DiskError extends Error {}

/** Pages compared in one step of the background check: a fraction of a millisecond. */
const pagesPerStep = 64

/**
 * A standby's copy of the database file. Applies the log's groups with positional writes. SQLite only reads the file, so
 * the copy equals the leader's file at some commit after every call of `accept`.
 */
export class Replica {
  readonly #file: number
  readonly #writes: (position: Position) => void
  readonly #wrote: () => void
  #position: Position
  /** Position after the last applied group: parts of an unfinished one do not count. */
  #applied: Position
  #parts: Uint8Array[] = []
  #isTorn = false
  #pageSize = 0
  /** Checksum of each page by its number, where known. */
  #sums: number[] = []
  #nextChecked = 1

  /**
   * @param wrote called after each change to the file, in the same turn
   * @param writes called before it, with the position that the file will correspond to
   */
  constructor(
    path: string,
    position: Position,
    wrote: () => void = () => {},
    writes: (position: Position) => void = () => {},
  ) {
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'wx+', 0o600)
    this.#position = position
    this.#applied = position
    this.#wrote = wrote
    this.#writes = writes
  }

  /** Position after the last accepted message. */
  get position(): Position {
    return this.#position
  }

  /** Position that the file corresponds to. */
  get applied(): Position {
    return this.#applied
  }

  /** True while the file contains only some pages of a group, because the disk failed. It must not be read. */
  get isTorn(): boolean {
    return this.#isTorn
  }

  /**
   * Accepts the next message of the log, and applies the group that it completes.
   * @returns the head, for messages that need further handling
   * @throws MessageError if the message does not continue this copy; DiskError, accepting nothing
   */
  accept(message: Uint8Array): Head {
    const head = decodeHead(message)
    const { sequence, term, group, chain } = this.#position
    if (head.chain !== chain) throw new MessageError(`Message ${sequence + 1} does not continue this copy of the log`)
    const isNext = head.kind === 'term' ? head.term > term : head.term === term
    if (!isNext) throw new MessageError(`Message ${sequence + 1} belongs to term ${head.term}, not ${term}`)
    const parts = head.kind === 'group' ? this.#partsWith(head, message) : []
    const completes = head.kind === 'group' && parts.length === head.parts
    const next = { sequence: sequence + 1, term: head.term, group: completes ? group + 1 : group }
    const position = { ...next, chain: chainAfter(chain, message) }
    if (completes) this.#apply(head, parts, position)
    this.#parts = completes ? [] : parts
    this.#position = position
    if (this.#parts.length === 0) this.#applied = this.#position
    return head
  }

  #partsWith(head: GroupHead, message: Uint8Array): Uint8Array[] {
    if (head.group !== this.#position.group + 1 || head.part !== this.#parts.length)
      throw new MessageError(`Part ${head.part} of group ${head.group} does not follow group ${this.#position.group}`)
    return [...this.#parts, message]
  }

  #apply({ pageSize, size }: GroupHead, parts: readonly Uint8Array[], position: Position) {
    this.#pageSize = pageSize
    // Decode everything first: a damaged part must not leave half a group.
    const pages = parts.flatMap((part) => decodePages(part, pageSize))
    this.#writes(position)
    const before = fstatSync(this.#file).size
    const isNew = ({ number }: Page) => number * pageSize > before
    try {
      // New pages first: if the disk has no space for them, the others are still unchanged.
      for (const page of pages.filter(isNew)) this.#write(page)
      for (const page of pages) {
        if (isNew(page)) continue
        this.#isTorn = true
        this.#write(page)
      }
      const length = size * pageSize
      if (fstatSync(this.#file).size !== length) ftruncateSync(this.#file, length)
    } catch (error) {
      if (!this.#isTorn) this.#restoreSize(before)
      throw new DiskError(`The disk did not accept a change: ${(error as Error).message}`, { cause: error })
    }
    this.#isTorn = false
    if (this.#sums.length > size + 1) this.#sums.length = size + 1
    this.#wrote()
  }

  #restoreSize(bytes: number) {
    try {
      ftruncateSync(this.#file, bytes)
    } catch {
      // SQLite ignores pages after the size in the file's header.
    }
  }

  #write({ number, bytes }: Page) {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, (number - 1) * bytes.length + done)
    this.#sums[number] = crc32(bytes)
  }

  /** Flushes the file. @returns the position that is on disk */
  async flush(): Promise<Position> {
    const position = this.#applied
    await flush(this.#file)
    return position
  }

  /** Size of the file in bytes. */
  get size(): number {
    return fstatSync(this.#file).size
  }

  /**
   * Compares the next pages of the file with the checksums of what was written; the first pass records them.
   * @returns the number of a page that has changed on disk; undefined if there is none
   */
  checkNext(): number | undefined {
    const header = Buffer.alloc(18)
    if (this.#pageSize === 0 && readSync(this.#file, header, 0, 18, 0) === 18) {
      const size = header.readUInt16BE(16)
      this.#pageSize = size === 1 ? 65_536 : size
    }
    if (this.#pageSize === 0 || this.#isTorn) return undefined
    const bytes = Buffer.alloc(pagesPerStep * this.#pageSize)
    const count = readSync(this.#file, bytes, 0, bytes.length, (this.#nextChecked - 1) * this.#pageSize)
    for (let at = 0; at + this.#pageSize <= count; at += this.#pageSize) {
      const page = this.#nextChecked++
      const sum = crc32(bytes.subarray(at, at + this.#pageSize))
      this.#sums[page] ??= sum
      if (this.#sums[page] !== sum) return page
    }
    if (count < bytes.length) this.#nextChecked = 1
    return undefined
  }

  /**
   * The open file. It must stay open in a process that also opens it with SQLite: closing it would release SQLite's
   * locks, which belong to the process.
   */
  get file(): number {
    return this.#file
  }

  /** Only for copies that this process does not open with SQLite. */
  close(): void {
    closeSync(this.#file)
  }
}
