import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, read, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { ObjectInfo } from '@nats-io/obj'
import { z } from 'zod'
import { syncPath } from '../platform/backup/folders.ts'
import { databaseName } from '../platform/backup/manifest.ts'
import type { Hall } from './hall.ts'
import { boundsOf, readLog } from './log.ts'
import { chainAfter, decodeHead } from './messages.ts'
import { endSuffix, type Position } from './position.ts'

const readAt = promisify(read)
const chunkBytes = 1024 * 1024
const partMs = 10_000
const stallMs = 8_000

/** Snapshots kept; the log is kept from the older one on. */
const kept = 2

const facts = z.object({
  sequence: z.coerce.number(),
  term: z.coerce.number(),
  group: z.coerce.number(),
  chain: z.string(),
  sha256: z.string(),
})

export interface Snapshot {
  name: string
  /** Compressed size in bytes. */
  bytes: number
  position: Position
  sha256: string
}

/** Reads an open file in chunks, without moving or closing it. */
async function* contentOf(file: number, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - at))
    const { bytesRead } = await readAt(file, buffer, 0, buffer.length, at)
    if (bytesRead === 0) throw new Error('The database file became shorter while it was read')
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

/** Returns the SHA-256 of the first `size` bytes of an open file, in hex. */
export async function checksumOf(file: number, size: number): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of contentOf(file, size)) sum.update(chunk)
  return sum.digest('hex')
}

function snapshotOf({ name, size, metadata }: ObjectInfo): Snapshot[] {
  const parsed = facts.safeParse(metadata)
  if (!parsed.success) return []
  const { sha256, ...position } = parsed.data
  return [{ name, bytes: size, position, sha256 }]
}

/** Returns the complete snapshots, newest first. */
export async function listSnapshots({ snapshots }: Hall): Promise<Snapshot[]> {
  const found = (await snapshots.list()).filter(({ deleted }) => !deleted).flatMap(snapshotOf)
  return found.sort((a, b) => b.position.sequence - a.position.sequence)
}

/** True if the stored log continues this position. After NATS has lost the end of the log, that may not be so. */
export async function isContinued(hall: Hall, { sequence, chain }: Position): Promise<boolean> {
  const { first, last } = await boundsOf(hall)
  if (sequence > last) return false
  const at = sequence < last ? sequence + 1 : sequence
  const [message] = at > 0 && at >= first ? await readLog(hall, at) : []
  if (!message) return true
  const { chain: before } = decodeHead(message)
  return chain === (at > sequence ? before : chainAfter(before, message))
}

/** Returns the complete snapshots that the stored log continues, newest first, and the others. */
export async function compareSnapshots(hall: Hall): Promise<{ continued: Snapshot[]; others: Snapshot[] }> {
  const continued: Snapshot[] = []
  const others: Snapshot[] = []
  for (const snapshot of await listSnapshots(hall))
    ((await isContinued(hall, snapshot.position)) ? continued : others).push(snapshot)
  return { continued, others }
}

/**
 * Stores a snapshot of a database file that does not change until this settles, then deletes older snapshots and the part of the
 * log before the oldest one kept.
 */
export async function storeSnapshot(hall: Hall, file: number, size: number, position: Position): Promise<Snapshot> {
  const sha256 = await checksumOf(file, size)
  const name = `${position.sequence}-${position.term}`
  const compressed = Readable.from(contentOf(file, size), { objectMode: false }).pipe(createZstdCompress())
  const metadata = Object.fromEntries(
    Object.entries({ ...position, sha256 }).map(([key, value]) => [key, String(value)]),
  )
  const { size: bytes } = await hall.snapshots.put(
    { name, metadata },
    Readable.toWeb(compressed) as unknown as globalThis.ReadableStream<Uint8Array>,
    { timeout: partMs },
  )
  await forgetOld(hall, position)
  return { name, bytes, position, sha256 }
}

async function forgetOld(hall: Hall, { sequence, term }: Position) {
  // NATS has lost the end of the log that such a snapshot belonged to. A later leader's has a higher term.
  const isLost = ({ position }: Snapshot) => position.sequence > sequence && position.term <= term
  const all = await listSnapshots(hall)
  for (const { name } of all.filter(isLost)) await hall.snapshots.delete(name)
  const known = all.filter((snapshot) => !isLost(snapshot))
  for (const { name } of known.slice(kept)) await hall.snapshots.delete(name)
  const oldest = known.slice(0, kept).at(-1)
  if (known.length >= kept && oldest)
    await hall.manager.streams.purge(hall.names.stream, { seq: oldest.position.sequence + 1 })
}

/** Chunks of objects that are not complete: their number by subject. */
type Unfinished = ReadonlyMap<string, number>

/**
 * Deletes the chunks of objects that were never completed, because a server died while it stored them. Those that have
 * grown since the previous call are in progress.
 * @param before result of the previous call, minutes ago
 */
export async function dropLeftovers({ manager, snapshots, uploads }: Hall, before: Unfinished): Promise<Unfinished> {
  const unfinished = new Map<string, number>()
  for (const store of [snapshots, uploads]) {
    const { bucket } = await store.status()
    const [stream, prefix] = [`OBJ_${bucket}`, `$O.${bucket}.C.`]
    const { subjects = {} } = (await manager.streams.info(stream, { subjects_filter: `${prefix}>` })).state
    const complete = new Set((await store.list()).map(({ nuid }) => `${prefix}${nuid}`))
    for (const [filter, count] of Object.entries(subjects)) {
      if (complete.has(filter)) continue
      if (before.get(filter) === count) await manager.streams.purge(stream, { filter })
      else unfinished.set(filter, count)
    }
  }
  return unfinished
}

/**
 * Replaces a data folder's database with the newest snapshot, or an older one if that is damaged: the log continues each
 * of them. No process may have the database open.
 * @returns its position; undefined if there is no snapshot that the stored log continues
 * @throws if all snapshots are damaged; the database is then unchanged
 */
export async function fetchSnapshot(hall: Hall, dataDir: string): Promise<Position | undefined> {
  const errors: unknown[] = []
  for (const snapshot of (await compareSnapshots(hall)).continued)
    try {
      await fetchOne(hall, dataDir, snapshot)
      return snapshot.position
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
  return undefined
}

async function fetchOne(hall: Hall, dataDir: string, { name, sha256 }: Snapshot) {
  const found = await hall.snapshots.get(name)
  if (!found) throw new Error(`Snapshot ${name} has been deleted in the meantime`)
  const path = join(dataDir, databaseName)
  const part = `${path}.snapshot`
  const sum = createHash('sha256')
  // The client would wait forever for a chunk that NATS has lost.
  const stalled = new AbortController()
  const stall = setTimeout(() => stalled.abort(new Error(`Snapshot ${name} has a gap`)), stallMs)
  try {
    await pipeline(
      Readable.fromWeb(found.data as unknown as ReadableStream<Uint8Array>),
      createZstdDecompress(),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          stall.refresh()
          sum.update(chunk)
          yield chunk
        }
        // Writing it to disk may take longer.
        clearTimeout(stall)
      },
      createWriteStream(part, { mode: 0o600, flush: true }),
      { signal: stalled.signal },
    )
    const failure = await found.error
    if (failure) throw failure
    if (sum.digest('hex') !== sha256) throw new Error(`Snapshot ${name} is damaged`)
    dropLog(dataDir)
    rmSync(`${path}${endSuffix}`, { force: true })
    renameSync(part, path)
    syncPath(dataDir)
  } finally {
    clearTimeout(stall)
    if (existsSync(part)) rmSync(part)
  }
}

/** Deletes SQLite's write-ahead log of a database that nobody has open. Acknowledged commits are in the cluster's log. */
export function dropLog(dataDir: string): void {
  for (const ending of ['-wal', '-shm']) rmSync(join(dataDir, `${databaseName}${ending}`), { force: true })
}
