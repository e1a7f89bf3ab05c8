import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readDocument } from '#server/platform/document.ts'
import { attachmentFolder, storeFile, type UploadedFile } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import { damaged, emptyFile, wrongType } from '../errors.ts'
import { notificationsRepo } from '../repo.ts'

/** Attachment fields stored in the notification's row. */
export interface Attachment {
  attachmentName: string | null
  attachmentType: string | null
  attachmentFile: string | null
  attachmentBytes: number | null
}

export const noAttachment: Attachment = {
  attachmentName: null,
  attachmentType: null,
  attachmentFile: null,
  attachmentBytes: null,
}

/** A name as it is shown: without folders, signs that cannot be seen, and more than a line of it. */
function shownName(name: string): string {
  const base = name.toWellFormed().split(/[\\/]/).at(-1) ?? ''
  const dot = base.lastIndexOf('.')
  const stem = base
    .slice(0, dot)
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
  const shown = [...stem]
  return `${shown.length > 140 ? `${shown.slice(0, 140).join('')}…` : stem || 'attachment'}${base.slice(dot)}`
}

/**
 * Stores an attachment under a name of our own. What it is, is read from its content; its name must agree with that.
 *
 * @throws UNSUPPORTED_TYPE for anything but what the form takes, VALIDATION when it is damaged or empty
 */
export async function storeAttachment(app: Platform, { name, bytes }: UploadedFile): Promise<Attachment> {
  if (bytes.length === 0) throw emptyFile()
  const document = readDocument(name, bytes)
  if (document === 'damaged') throw damaged()
  if (!document) throw wrongType()
  const attachmentFile = randomBytes(16).toString('hex')
  await storeFile(attachmentFolder(app.config.dataDir), attachmentFile, bytes)
  return {
    attachmentName: shownName(name),
    attachmentType: document.mimetype,
    attachmentFile,
    attachmentBytes: bytes.length,
  }
}

/** Reads a stored attachment, or undefined when its file is gone. */
export async function openAttachment(app: Platform, name: string) {
  const path = join(attachmentFolder(app.config.dataDir), name)
  const facts = await stat(path).catch(() => undefined)
  return facts && { size: facts.size, content: createReadStream(path) }
}

/** Removes a file whose notification is gone. */
export const dropAttachment = (app: Platform, name: string) =>
  rm(join(attachmentFolder(app.config.dataDir), name), { force: true })

/** How long a file may wait for the notification that will use it. */
const orphanAge = 3_600_000

/** Removes files that belong to no notification: of a call that was refused, or that a stop of the process broke off. */
export async function dropOrphans(app: Platform): Promise<void> {
  const folder = attachmentFolder(app.config.dataDir)
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const known = new Set(await notificationsRepo(app.db.read).files())
  for (const name of names.filter((name) => !known.has(name))) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && facts.mtimeMs < app.clock.now() - orphanAge) await dropAttachment(app, name)
  }
}
