import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'

/** An uploaded file. Its name is only displayed, never used as a path; its type is detected from its content. */
export interface UploadedFile {
  name: string
  bytes: Buffer
}

/** Input of a procedure that takes a file. Only the multipart reader can create one. */
export const uploadedFile = z.custom<UploadedFile>(
  (value) => value !== null && typeof value === 'object' && 'bytes' in value && Buffer.isBuffer(value.bytes),
  { error: 'Please choose a file' },
)

/** An uploaded file too large for memory. The procedure that receives it deletes it. A class, because JSON cannot forge one. */
export class FileOnDisk {
  readonly name: string
  readonly path: string

  constructor(name: string, path: string) {
    this.name = name
    this.path = path
  }
}

/** Input of a procedure that takes a large file. Only the multipart reader can create one. */
export const fileOnDisk = z.instanceof(FileOnDisk, { error: 'Please choose a file' })

/** Output of a procedure that returns a file. A function, because using `Response` loads Node's HTTP client. */
export const downloadedFile = z.custom<Response>((value) => value instanceof Response)

/** Folder of files that are being uploaded and read. */
export const incomingFolder = (dataDir: string) => join(dataDir, 'uploads', 'incoming')

/** Folder of question images. */
export const imageFolder = (dataDir: string) => join(dataDir, 'uploads', 'images')

/** Folder of notification attachments. */
export const attachmentFolder = (dataDir: string) => join(dataDir, 'uploads', 'attachments')

/** Folder of files attached to answers. */
export const answerFolder = (dataDir: string) => join(dataDir, 'uploads', 'answers')

/** Folder of PDF statements of coding questions. */
export const statementFolder = (dataDir: string) => join(dataDir, 'uploads', 'statements')

/** A file name for display: no folders or invisible characters, and short enough for one line. */
export function shownName(name: string, fallback: string): string {
  const base = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const dot = base.lastIndexOf('.')
  const stem = base
    .slice(0, dot)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  const shown = [...stem]
  return `${shown.length > 140 ? `${shown.slice(0, 140).join('')}…` : stem || fallback}${base.slice(dot)}`
}

/** Receives the files that this server stores and deletes, for the other servers of a cluster. */
export interface FileSharing {
  /** Settles when the other servers can fetch the file. @throws UNAVAILABLE without a quorum */
  stored(folder: string, name: string, bytes: Buffer): Promise<void>
  deleted(folder: string, name: string): Promise<void>
}
let sharing: FileSharing | undefined

/** Shares all files stored and deleted from now on. */
export function shareFiles(how: FileSharing): void {
  sharing = how
}

/**
 * Writes a file readable only by the server's user, atomically and flushed, and shares it with the cluster.
 * @param name a generated name, unique in its folder
 * @throws UNAVAILABLE if the cluster has no quorum; the file is then deleted again
 */
export async function storeFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  await writeStored(folder, name, bytes)
  try {
    await sharing?.stored(folder, name, bytes)
  } catch (error) {
    await rm(join(folder, name), { force: true })
    throw error
  }
}

/** Writes a file like `storeFile`, on this server only. */
export async function writeStored(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const part = `${path}.part`
  try {
    const file = await open(part, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await flushFolder(folder)
}

/** Makes the names in a folder durable. */
async function flushFolder(folder: string) {
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Moves a file that another process of this server wrote with `writeStored`, and shares it with the cluster. */
export async function moveStored(path: string, folder: string): Promise<void> {
  const moved = join(folder, basename(path))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(path, moved)
  await flushFolder(folder)
  if (sharing) await sharing.stored(folder, basename(path), await readFile(moved))
}

/** Opens a stored file; undefined when it is missing. */
export async function openFile(folder: string, name: string) {
  const path = join(folder, name)
  const facts = await stat(path).catch(() => undefined)
  return facts && { size: facts.size, content: createReadStream(path) }
}

export async function deleteFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true, recursive: true })
  await sharing?.deleted(folder, name)
}

/** Minimum age before an unused file is deleted, because its row may not be stored yet. */
const orphanAge = 3_600_000

/**
 * Deletes files and folders without a row, left by rejected or interrupted calls.
 * @param known returns the names in use
 */
export async function deleteOrphanFiles(folder: string, known: () => Promise<readonly string[]>, now: number) {
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const used = new Set(await known())
  for (const name of names.filter((name) => !used.has(name))) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && facts.mtimeMs < now - orphanAge) await deleteFile(folder, name)
  }
}
