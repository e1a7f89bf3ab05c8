import { damaged } from './content.ts'

/**
 * Opens compound files ([MS-CFB]), the container of .xls. The spreadsheet library would copy a chain once per sector
 * that leads to it and return truncated streams (docs/decisions/056).
 */

const endOfChain = 0xfffffffe
const headerSize = 512
const entrySize = 128

interface Entry {
  name: string
  kind: 'storage' | 'stream' | 'root' | 'none'
  left: number
  right: number
  child: number
  start: number
  size: number
}

/** Sectors and their successors. */
interface Sectors {
  next: Uint32Array
  read(sector: number): Buffer
}

const kinds = { 1: 'storage', 2: 'stream', 5: 'root' } as const

/** Reads the sectors of a chain until its end, or until `size` bytes have been read. */
function follow({ next, read }: Sectors, start: number, size: number | null): Buffer {
  const pieces: Buffer[] = []
  let length = 0
  for (let sector = start; size === null ? sector !== endOfChain : length < size; sector = next[sector] ?? endOfChain) {
    if (sector === endOfChain || pieces.length > next.length) throw damaged()
    const piece = read(sector)
    pieces.push(piece)
    length += piece.length
  }
  const whole = Buffer.concat(pieces)
  return size === null ? whole : whole.subarray(0, size)
}

const toNumbers = (bytes: Buffer) =>
  Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4))

/** Opens the file's sectors. The header lists the allocation table's first 109 sectors; a chain, the rest. */
function openSectors(bytes: Buffer): Sectors {
  const shift = bytes.readUInt16LE(30)
  if ((shift !== 9 && shift !== 12) || bytes.readUInt16LE(32) !== 6) throw damaged()
  const size = 1 << shift
  const read = (sector: number) => {
    const begin = (sector + 1) * size
    // The last sector may be short: some programs do not pad it.
    if (begin >= bytes.length) throw damaged()
    return bytes.subarray(begin, begin + size)
  }
  const tableCount = bytes.readUInt32LE(44)
  // A valid table lists barely more sectors than the file has. A longer one may be circular.
  if (tableCount * (size / 4) > 4 * (bytes.length / size) + 1024) throw damaged()
  const tables = [...toNumbers(bytes.subarray(76, headerSize))]
  for (let list = bytes.readUInt32LE(68); tables.length < tableCount; ) {
    const numbers = toNumbers(read(list))
    tables.push(...numbers.subarray(0, -1))
    list = numbers.at(-1) ?? endOfChain
  }
  return { next: toNumbers(Buffer.concat(tables.slice(0, tableCount).map(read))), read }
}

function readEntry(bytes: Buffer): Entry {
  const nameLength = Math.min(64, bytes.readUInt16LE(64))
  return {
    name: bytes.toString('utf16le', 0, Math.max(0, nameLength - 2)).toLowerCase(),
    kind: kinds[bytes.readUInt8(66) as keyof typeof kinds] ?? 'none',
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    start: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  }
}

/** Returns only top-level entries: a sheet inside a Word document is not the workbook. */
function topEntries(entries: readonly Entry[], root: Entry): Entry[] {
  const found: Entry[] = []
  const seen = new Set<number>()
  const waiting = [root.child]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const entry = entries[at]
    if (!entry || seen.has(at)) continue
    seen.add(at)
    found.push(entry)
    waiting.push(entry.left, entry.right)
  }
  return found
}

export interface Compound {
  /** Names of top-level streams and storages, in lower case. */
  names: string[]
  /** Reads a whole stream. */
  stream(name: string): Buffer
}

/** Opens a compound file. This function and `stream` throw VALIDATION if the file is damaged or incomplete. */
export function openCompound(bytes: Buffer): Compound {
  const checked = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      if (error instanceof RangeError) throw damaged()
      throw error
    }
  }
  return checked(() => {
    const sectors = openSectors(bytes)
    const directory = follow(sectors, bytes.readUInt32LE(48), null)
    const entries = Array.from({ length: Math.floor(directory.length / entrySize) }, (_, at) =>
      readEntry(directory.subarray(at * entrySize, (at + 1) * entrySize)),
    )
    const root = entries.find(({ kind }) => kind === 'root')
    if (!root) throw damaged()
    const top = topEntries(entries, root)

    /** Streams below a limit (4096 bytes) are stored in 64-byte sectors within the root's stream. */
    const small = (): Sectors => {
      const size = 64
      const pieces = follow(sectors, root.start, root.size)
      return {
        next: toNumbers(follow(sectors, bytes.readUInt32LE(60), null)),
        read: (piece) => {
          if (piece * size >= pieces.length) throw damaged()
          return pieces.subarray(piece * size, (piece + 1) * size)
        },
      }
    }
    return {
      names: top.map(({ name }) => name),
      stream: (name) =>
        checked(() => {
          const entry = top.find((one) => one.name === name && one.kind === 'stream')
          if (!entry || entry.size > bytes.length) throw damaged()
          const isSmall = entry.size < bytes.readUInt32LE(56)
          return follow(isSmall ? small() : sectors, entry.start, entry.size)
        }),
    }
  })
}
