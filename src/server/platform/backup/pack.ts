import { createHash } from 'node:crypto'
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import { version } from '../version.ts'
import { encryptedEnding, encrypterFor, encryptFile } from './encryption.ts'
import { BackupError } from './failures.ts'
import { partFolder, requireFreeSpace, sweepParts, syncPath } from './folders.ts'
import { belongsToCluster } from './lock.ts'
import {
  countRows,
  databaseName,
  formatVersion,
  isPartName,
  type Manifest,
  schemaOf,
  uploadFolders,
} from './manifest.ts'
import { lockDataDir } from './replace.ts'
import { paddingOf, tarEnd, tarHeader } from './tar.ts'
import type { Made, Order, Progress } from './tasks.ts'
import { sumOf, trailerOf } from './trailer.ts'
import { unpackBackup } from './unpack.ts'

/** Pages copied between progress reports. */
const pagesPerStep = 4_096

/**
 * Hard-links the current uploads, so that concurrent deletions do not affect the backup. Synchronous, to keep the time
 * between the database snapshot and the last link short.
 */
function holdUploads(dataDir: string, work: string): void {
  for (const folder of uploadFolders) {
    const [from, to] = [join(dataDir, 'uploads', folder), join(work, 'uploads', folder)]
    mkdirSync(to, { recursive: true })
    if (!existsSync(from)) continue
    const held = new Set(readdirSync(to))
    for (const name of readdirSync(from)) {
      if (held.has(name) || name.endsWith('.part') || !isPartName(`uploads/${folder}/${name}`)) continue
      hold(join(from, name), join(to, name))
    }
  }
}

function hold(file: string, as: string) {
  try {
    linkSync(file, as)
  } catch {
    // The folder is on another disk, or the file system has no hard links.
    try {
      copyFileSync(file, as)
    } catch (error) {
      // The file was deleted after it was listed.
      if ((error as { code?: string }).code !== 'ENOENT') throw error
    }
  }
}

/**
 * Copies a consistent snapshot of the database and its uploads. A read transaction pins it while writers continue;
 * without one, SQLite's online backup would restart after every write by another process.
 */
async function copyData({ dataDir }: Order, work: string, progress: Progress): Promise<void> {
  const path = join(dataDir, databaseName)
  holdUploads(dataDir, work)
  // In a cluster, closing a writable connection might copy commits into the file that the log does not contain.
  const source = new SqliteDatabase(path, { timeout: 5_000, readonly: belongsToCluster(dataDir) })
  try {
    source.exec('begin; select count(*) from sqlite_schema')
    holdUploads(dataDir, work)
    await source.backup(join(work, databaseName), {
      progress: ({ totalPages, remainingPages }) => {
        progress((1 - remainingPages / totalPages) * 0.3, 'Copying the database')
        return pagesPerStep
      },
    })
    source.exec('commit')
  } finally {
    source.close()
  }
}

/** Checks the copy, so that database damage is noticed when the backup is made, not when it is needed. */
function examine(work: string): Pick<Manifest, 'schema' | 'counts'> {
  const copy = new SqliteDatabase(join(work, databaseName))
  try {
    copy.pragma('journal_mode = DELETE')
    const found = copy.pragma('quick_check(1)', { simple: true })
    if (found !== 'ok') throw new BackupError(`The database is damaged: ${found}`)
    const schema = schemaOf(copy)
    if (!schema) throw new BackupError('The database is not an Examhall database')
    return { schema, counts: countRows(copy) }
  } finally {
    copy.close()
  }
}

async function listParts(order: Order, work: string): Promise<Manifest> {
  const names = [databaseName]
  for (const folder of uploadFolders)
    for (const name of (await readdir(join(work, 'uploads', folder))).sort()) names.push(`uploads/${folder}/${name}`)
  const parts = []
  const facts = examine(work)
  for (const name of names) parts.push({ name, ...(await sumOf(join(work, name))) })
  const createdAt = new Date(order.now).toISOString()
  return { format: 'examhall-backup', version: formatVersion, program: version, createdAt, ...facts, parts }
}

async function* contentOf({ parts, ...facts }: Manifest, work: string, now: number, progress: Progress) {
  const manifestBytes = Buffer.from(`${JSON.stringify({ ...facts, parts }, null, 1)}\n`)
  yield tarHeader('manifest.json', manifestBytes.length, now / 1000)
  yield manifestBytes
  yield Buffer.alloc(paddingOf(manifestBytes.length))
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const { name, bytes } of parts) {
    yield tarHeader(name, bytes, now / 1000)
    for await (const piece of createReadStream(join(work, name), { highWaterMark: 1 << 18 })) {
      yield piece as Buffer
      done += (piece as Buffer).length
      progress(0.4 + 0.6 * (done / total), 'Packing')
    }
    yield Buffer.alloc(paddingOf(bytes))
  }
  yield tarEnd
}

/**
 * Writes the file followed by its checksum. The compressed size is unknown beforehand, so free space is checked for
 * each chunk.
 */
async function write(path: string, folder: string, content: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    Readable.from(content, { objectMode: false }),
    // Measured on the demo college: level 6 takes twice as long and saves only 5 %.
    createGzip({ level: 3, chunkSize: 1 << 18 }),
    async function* (packed: AsyncIterable<Buffer>) {
      for await (const piece of packed) {
        await requireFreeSpace(folder, piece.length)
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
      const trailer = trailerOf(hash.copy().digest('hex'))
      hash.update(trailer)
      bytes += trailer.length
      yield trailer
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  syncPath(path)
  return { sha256: hash.digest('hex'), bytes }
}

const requireFree = ({ file, overwrite }: Order) => {
  const there = statSync(file, { throwIfNoEntry: false })
  if (there?.isDirectory()) throw new BackupError(`${file} is a folder; specify a file`)
  if (there && !there.isFile()) throw new BackupError(`${file} is not a regular file; specify another file`)
  if (there && !overwrite) throw new BackupError(`${file} already exists; specify another file, or add --overwrite`)
}

/**
 * Drills a packed backup by unpacking it and verifying every byte, then encrypts it. The drill comes first because an
 * encrypted backup cannot be opened here.
 */
async function drillAndEncrypt(packed: string, bytes: number, recipient: string, progress: Progress) {
  const trial = `${packed}.trial`
  await unpackBackup(packed, trial, Number.POSITIVE_INFINITY, (done) =>
    progress(0.6 + 0.2 * done, 'Testing the backup'),
  )
  await rm(trial, { recursive: true })
  const path = `${packed}${encryptedEnding}`
  await requireFreeSpace(dirname(path), bytes)
  let read = 0
  const written = await encryptFile(packed, path, recipient, (piece) => {
    read += piece
    progress(0.8 + 0.2 * (read / bytes), 'Encrypting')
  })
  return { path, ...written }
}

async function packWithin(work: string, order: Order, progress: Progress): Promise<Made> {
  const { file, now } = order
  await copyData(order, work, progress)
  progress(0.3, 'Checking the copy')
  const list = await listParts(order, work)
  const packed = join(work, basename(file))
  const share = order.recipient === undefined ? 1 : 0.6
  const packing: Progress = (done, step) => progress(done * share, step)
  const plain = await write(packed, dirname(file), contentOf(list, work, now, packing))
  const { path, ...written } = await (order.recipient === undefined
    ? { path: packed, ...plain }
    : drillAndEncrypt(packed, plain.bytes, order.recipient, progress))
  requireFree(order)
  await rename(path, file)
  syncPath(dirname(file))
  const counts = Object.values(list.counts)
  const rows = counts.reduce((sum, count) => sum + count, 0)
  return { ...written, tables: counts.length, rows, files: list.parts.length - 1 }
}

/**
 * Backs up a consistent snapshot of the database and uploads to a file, even while a server is running. The file is
 * renamed into place once it is complete and flushed. With a `recipient`, it is drilled and encrypted first.
 * @throws BackupError if there is nothing to back up or the file exists, and disk errors
 */
export async function packBackup(order: Order, progress: Progress): Promise<Made> {
  const { dataDir, file } = order
  requireFree(order)
  if (order.recipient !== undefined) await encrypterFor(order.recipient)
  if (!existsSync(join(dataDir, databaseName))) throw new BackupError(`There is no database in ${dataDir}`)
  const leave = lockDataDir(dataDir)
  const work = partFolder(dirname(file))
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    sweepParts(dirname(file))
    await requireFreeSpace(dirname(file), (await stat(join(dataDir, databaseName))).size)
    await mkdir(work, { mode: 0o700 })
    return await packWithin(work, order, progress)
  } finally {
    await rm(work, { recursive: true, force: true })
    leave()
  }
}
