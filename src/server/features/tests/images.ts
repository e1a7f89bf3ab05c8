import { randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import { deleteFile, imageFolder, storeFile, type UploadedFile } from '#server/platform/files.ts'
import { readImage, sizeFlaw } from '#server/platform/image.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ImageAnswer } from '#shared/tests/images.schema.ts'
import { imageRefused, notAnImage } from './images.errors.ts'

/**
 * Stores an image under an unguessable name and returns its URL. The type is detected from the content, ignoring the
 * file name.
 * @throws UNSUPPORTED_TYPE for anything but JPEG, PNG, GIF and WebP, VALIDATION on `file` when it is damaged or has too
 * many pixels
 */
export async function uploadImage(app: Platform, file: UploadedFile): Promise<ImageAnswer> {
  if (file.bytes.length === 0) throw imageRefused('The file is empty')
  const image = readImage(file.bytes)
  if (!image) throw notAnImage()
  if (image === 'damaged')
    throw imageRefused('The image is damaged or incomplete. Please save it again and upload the new file')
  const flaw = sizeFlaw(image)
  if (flaw) throw imageRefused(`The image ${flaw}`)
  const { type, end } = image
  const name = `${randomBytes(16).toString('hex')}.${type}`
  await storeFile(imageFolder(app.config.dataDir), name, file.bytes.subarray(0, end))
  return { imageUrl: `/images/${name}` }
}

/** Deletes an unused image. @param imageUrl as returned by `uploadImage` */
export const deleteImage = (app: Platform, imageUrl: string) =>
  deleteFile(imageFolder(app.config.dataDir), basename(imageUrl))
