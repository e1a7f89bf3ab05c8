import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Folder of question images. */
export const imageFolder = (dataDir: string) => join(dataDir, 'uploads', 'images')

/** Folder of notification attachments. */
export const attachmentFolder = (dataDir: string) => join(dataDir, 'uploads', 'attachments')

/**
 * Writes a file readable only by the server's user, atomically and flushed.
 * @param name a generated name, unique in its folder
 */
export async function storeFile(folder: string, name: string, bytes: Buffer): Promise<void> {
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
  // Flushing the folder makes the name durable.
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
