import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readDocument } from '#server/platform/document.ts'
import { attachmentFolder, storeFile, type UploadedFile } from '#server/platform/files.ts'
import type { Platform } from '#server/platform/platform.ts'
import { damaged, emptyFile, wrongType } from './notifications.errors.ts'
import { notificationsRepo } from './notifications.repo.ts'

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

/** A file name for display: no folders or invisible characters, and short enough for one line. */
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
 * Stores an attachment under a generated name. The content type is detected and must match the file name.
 * @throws UNSUPPORTED_TYPE for types the form does not allow, VALIDATION when it is damaged or empty
 */
export async function storeAttachment(app: Platform, { name, bytes }: UploadedFile): Promise<Attachment> {
  if (bytes.length === 0) throw emptyFile()
  const document = await readDocument(name, bytes)
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

/** Opens a stored attachment; undefined when its file is missing. */
export async function openAttachment(app: Platform, name: string) {
  const path = join(attachmentFolder(app.config.dataDir), name)
  const facts = await stat(path).catch(() => undefined)
  return facts && { size: facts.size, content: createReadStream(path) }
}

/** Deletes the file of a deleted notification. */
export const deleteAttachment = (app: Platform, name: string) =>
  rm(join(attachmentFolder(app.config.dataDir), name), { force: true })

/** Minimum age before an unused file is deleted, because its notification may not be stored yet. */
const orphanAge = 3_600_000

/** Deletes files without a notification, left by rejected or interrupted calls. */
export async function deleteOrphans(app: Platform): Promise<void> {
  const folder = attachmentFolder(app.config.dataDir)
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  const known = new Set(await notificationsRepo(app.db.read).files())
  for (const name of names.filter((name) => !known.has(name))) {
    const facts = await stat(join(folder, name)).catch(() => undefined)
    if (facts && facts.mtimeMs < app.clock.now() - orphanAge) await deleteAttachment(app, name)
  }
}
