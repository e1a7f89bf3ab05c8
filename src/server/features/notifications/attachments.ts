import { randomBytes } from 'node:crypto'
import { readDocument } from '#server/platform/document.ts'
import {
  attachmentFolder,
  deleteFile,
  deleteOrphanFiles,
  openFile,
  shownName,
  storeFile,
  type UploadedFile,
} from '#server/platform/files.ts'
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
    attachmentName: shownName(name, 'attachment'),
    attachmentType: document.mimetype,
    attachmentFile,
    attachmentBytes: bytes.length,
  }
}

/** Opens a stored attachment; undefined when its file is missing. */
export const openAttachment = (app: Platform, name: string) => openFile(attachmentFolder(app.config.dataDir), name)

/** Deletes the file of a deleted notification. */
export const deleteAttachment = (app: Platform, name: string) => deleteFile(attachmentFolder(app.config.dataDir), name)

/** Deletes files without a notification, left by rejected or interrupted calls. */
export const deleteOrphans = (app: Platform) =>
  deleteOrphanFiles(attachmentFolder(app.config.dataDir), () => notificationsRepo(app.db.read).files(), app.clock.now())
