import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { FileOnDisk, type UploadedFile } from '#server/platform/files.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { FilePart } from '../trpc/init.ts'

interface Form {
  /** Strings, and the parsed values of parts with a JSON type. */
  fields: Record<string, unknown>
  file: UploadedFile | FileOnDisk | undefined
}

/** Writes a file as it arrives. */
async function writeToDisk(folder: string, content: Readable): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(16).toString('hex'))
  try {
    await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/**
 * Reads a form with one file.
 * @param folder for a file too large for memory
 * @throws 413 if the file is too large, 415 if the request is not a form, 400 if a required
 * file is missing
 */
export async function readMultipart(
  req: FastifyRequest,
  { part, maxBytes, tooLarge, optional = false, onDisk = false }: FilePart,
  folder: string,
): Promise<Form> {
  if (!req.isMultipart())
    throw new DomainError('UNSUPPORTED_TYPE', `Please send a form (multipart/form-data) with a file part named ${part}`)
  const fields: Form['fields'] = {}
  let file: Form['file']
  let elsewhere = false
  try {
    for await (const piece of req.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 50, fieldSize: 1_000_000 },
    })) {
      if (piece.type === 'field')
        fields[piece.fieldname] = typeof piece.value === 'object' ? piece.value : String(piece.value)
      else if (piece.fieldname === part) {
        // A part's type can make it a file even without a file name.
        const name = piece.filename ?? ''
        if (onDisk) {
          file = new FileOnDisk(name, await writeToDisk(folder, piece.file))
          if (piece.file.truncated) throw Object.assign(new Error('Too large'), { statusCode: 413 })
          continue
        }
        const sent = { name, bytes: await piece.toBuffer() }
        // Browsers send an empty part without a name for a file field without a selection.
        const isMissing = optional && sent.name === '' && sent.bytes.length === 0
        if (!isMissing) file = sent
      } else {
        elsewhere = true
        piece.file.resume()
      }
    }
  } catch (error) {
    if (file instanceof FileOnDisk) await rm(file.path, { force: true })
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    if (code === 'FST_FILES_LIMIT') throw invalid([{ field: part, message: 'Please send one file' }])
    if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
      throw new DomainError(
        'TOO_LARGE',
        tooLarge ?? `The file must be smaller than ${Math.floor(maxBytes / 1_048_576)} MB`,
      )
    throw invalid([{ field: part, message: 'The form could not be read' }])
  }
  // Otherwise, a file under another name would be silently ignored.
  if (!file && (!optional || elsewhere))
    throw invalid([{ field: part, message: `Please choose a file (the form's part named ${part})` }])
  return { fields, file }
}
