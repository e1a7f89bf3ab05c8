import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import SqliteDatabase from 'better-sqlite3'
import { decryptFile, isEncrypted } from './encryption.ts'
import { BackupError } from './failures.ts'
import { requireFreeSpace, syncPath } from './folders.ts'
import { countRows, databaseName, formatVersion, type Manifest, manifest, schemaOf, uploadFolders } from './manifest.ts'
import { Pieces, paddingOf, readTarHeader, tarEnd } from './tar.ts'
import type { Progress } from './tasks.ts'
import { sumOf, trailerLength, trailerSum } from './trailer.ts'

/** Enough for a list of a million uploads. */
const maxManifestBytes = 256 * 1024 ** 2

const damaged = (file: string) => new BackupError(`${file} is damaged: it is truncated or was modified`)
const notABackup = (file: string) => new BackupError(`${file} is not a backup of Examhall`)

/** Rejects anything but regular files. A pipe could block forever. */
async function requireFile(file: string) {
  try {
    const there = await stat(file)
    if (there.isDirectory()) throw new BackupError(`${file} is a folder; specify a backup file`)
    if (!there.isFile()) throw new BackupError(`${file} is not a regular file; specify a backup file`)
    await access(file, constants.R_OK)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (['EACCES', 'EPERM'].includes(code)) throw new BackupError(`${file} cannot be read by this user`)
    throw error
  }
}

/** @param newest the program's latest migration, ms UTC */
function requireKnown(file: string, contents: Manifest, newest: number) {
  if (contents.version > formatVersion || contents.schema.newest > newest)
    throw new BackupError(
      `${file} is from a newer Examhall (${contents.program}, schema ${contents.schema.number}); restore it with that version`,
    )
}

async function readManifest(file: string, pieces: Pieces): Promise<Manifest> {
  const header = readTarHeader(await pieces.header())
  if (header?.name !== 'manifest.json' || header.bytes > maxManifestBytes) throw notABackup(file)
  const text = await pieces.whole(header.bytes)
  await pieces.whole(paddingOf(header.bytes))
  let contents: unknown
  try {
    contents = JSON.parse(text.toString('utf8'))
  } catch {
    throw notABackup(file)
  }
  // Only the version number is certain to exist in a newer format.
  const { version } = (contents ?? {}) as { version?: unknown }
  if (typeof version === 'number' && version > formatVersion)
    throw new BackupError(`${file} is from a newer Examhall; restore it with that version`)
  const { data } = manifest.safeParse(contents)
  if (!data) throw notABackup(file)
  return data
}

/** Writes the next file of the tar, which must match the manifest. */
async function writePart(
  file: string,
  part: Manifest['parts'][number],
  pieces: Pieces,
  folder: string,
  note: (bytes: number) => void,
) {
  const header = readTarHeader(await pieces.header())
  if (header?.name !== part.name || header.bytes !== part.bytes) throw damaged(file)
  const hash = createHash('sha256')
  let bytes = 0
  const written = await open(join(folder, part.name), 'wx', 0o600)
  try {
    for await (const piece of pieces.next(part.bytes)) {
      hash.update(piece)
      bytes += piece.length
      await written.writeFile(piece)
      note(bytes)
    }
    await written.sync()
  } finally {
    await written.close()
  }
  await pieces.whole(paddingOf(part.bytes))
  if (bytes !== part.bytes || hash.digest('hex') !== part.sha256) throw damaged(file)
}

/** Opens the unpacked database and compares it with the manifest. */
function examine(file: string, folder: string, contents: Manifest) {
  const database = new SqliteDatabase(join(folder, databaseName), { readonly: true })
  try {
    const found = database.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new BackupError(`The database in ${file} is damaged: ${found}`)
    if ((database.pragma('foreign_key_check') as unknown[]).length > 0)
      throw new BackupError(`The database in ${file} is damaged: rows refer to missing rows`)
    const schema = schemaOf(database)
    if (schema?.hash !== contents.schema.hash || schema.newest !== contents.schema.newest)
      throw new BackupError(`The database in ${file} has a different schema than its manifest says`)
    const counts = countRows(database)
    const other = Object.keys({ ...counts, ...contents.counts }).find(
      (table) => counts[table] !== contents.counts[table],
    )
    if (other)
      throw new BackupError(
        `The database in ${file} has ${counts[other] ?? 0} rows of ${other}, its manifest says ${contents.counts[other] ?? 0}`,
      )
  } finally {
    database.close()
  }
}

/**
 * Unpacks a backup into a new folder and verifies every byte of the file, every part against the manifest, and the
 * database itself. Names and sizes are not trusted: files missing from the manifest are rejected, and the manifest can
 * list only our own files.
 * @param newest the program's latest migration, ms UTC
 * @param identity returns the content of an identity file; called only for an encrypted backup
 * @throws BackupError for a file that is missing, unreadable, damaged, not an Examhall backup, from a newer version,
 * too large for the disk, or encrypted for another identity
 */
export async function unpackBackup(
  file: string,
  folder: string,
  newest: number,
  progress: Progress,
  identity?: () => Promise<string>,
): Promise<Manifest & { sha256: string }> {
  await requireFile(file)
  if (!(await isEncrypted(file))) {
    await mkdir(folder, { mode: 0o700 })
    return unpackPlain(file, file, folder, newest, progress)
  }
  const key = await identity?.()
  if (key === undefined) throw new BackupError(`${file} is encrypted; specify its identity file`)
  const { size } = await stat(file)
  await mkdir(folder, { mode: 0o700 })
  await requireFreeSpace(folder, size)
  const plain = join(folder, 'decrypted')
  let read = 0
  await decryptFile(file, plain, key, (piece) => {
    read += piece
    progress(0.3 * (read / size), 'Decrypting')
  })
  const contents = await unpackPlain(file, plain, folder, newest, (done, step) => progress(0.3 + 0.7 * done, step))
  await rm(plain)
  return { ...contents, sha256: (await sumOf(file)).sha256 }
}

/** @param file name to use in errors @param path file to read, which may be a decrypted copy */
async function unpackPlain(
  file: string,
  path: string,
  folder: string,
  newest: number,
  progress: Progress,
): Promise<Manifest & { sha256: string }> {
  const sum = await trailerSum(path)
  const { size } = await stat(path)
  // No await until the stream is being read: an error before that would be unhandled and end the process.
  const packed = createReadStream(path, { highWaterMark: 1 << 18 })
  const [before, whole] = [createHash('sha256'), createHash('sha256')]
  let read = 0
  let known = false
  packed.on('data', (piece) => {
    const bytes = piece as Buffer
    before.update(bytes.subarray(0, Math.max(0, size - trailerLength - read)))
    whole.update(bytes)
    read += bytes.length
  })
  const gunzip = createGunzip({ chunkSize: 1 << 18 })
  packed.on('error', (error) => gunzip.destroy(error))
  const pieces = new Pieces(packed.pipe(gunzip))
  try {
    const contents = await readManifest(file, pieces)
    known = true
    if (sum === undefined) throw damaged(file)
    requireKnown(file, contents, newest)
    const total = contents.parts.reduce((sum, { bytes }) => sum + bytes, 0)
    await requireFreeSpace(folder, total)
    for (const name of uploadFolders) await mkdir(join(folder, 'uploads', name), { recursive: true, mode: 0o700 })
    let done = 0
    for (const part of contents.parts) {
      await writePart(file, part, pieces, folder, (bytes) => progress(0.8 * ((done + bytes) / total), 'Unpacking'))
      done += part.bytes
    }
    if (!(await pieces.whole(tarEnd.length)).equals(tarEnd) || (await pieces.whole(1)).length > 0) throw damaged(file)
    if (before.digest('hex') !== sum) throw damaged(file)
    progress(0.8, 'Checking the database')
    examine(file, folder, contents)
    for (const name of uploadFolders) syncPath(join(folder, 'uploads', name))
    syncPath(folder)
    return { ...contents, sha256: whole.digest('hex') }
  } catch (error) {
    // A file is ours if it has our trailer or a readable manifest.
    const isOurs = known || sum !== undefined
    if ((error as { code?: string }).code?.startsWith('Z_')) throw isOurs ? damaged(file) : notABackup(file)
    if (!known && sum !== undefined && (await sumOf(path, size - trailerLength)).sha256 !== sum) throw damaged(file)
    throw error
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}
