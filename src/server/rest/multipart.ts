import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '#server/platform/files.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { FilePart } from '../trpc/init.ts'

interface Form {
  /** Strings, and the parsed values of parts with a JSON type. */
  fields: Record<string, unknown>
  file: UploadedFile | undefined
}

/**
 * Reads a form with one file. @throws 413 if the file is too large, 415 if the request is not a form, 400 if a required
 * file is missing
 */
export async function readMultipart(
  req: FastifyRequest,
  { part, maxBytes, tooLarge, optional = false }: FilePart,
): Promise<Form> {
  if (!req.isMultipart())
    throw new DomainError('UNSUPPORTED_TYPE', `Please send a form (multipart/form-data) with a file part named ${part}`)
  const fields: Form['fields'] = {}
  let file: UploadedFile | undefined
  let elsewhere = false
  try {
    for await (const piece of req.parts({
      limits: { fileSize: maxBytes, files: 1, fields: 50, fieldSize: 1_000_000 },
    })) {
      if (piece.type === 'field')
        fields[piece.fieldname] = typeof piece.value === 'object' ? piece.value : String(piece.value)
      else if (piece.fieldname === part) {
        // A part's type can make it a file even without a file name.
        const sent = { name: piece.filename ?? '', bytes: await piece.toBuffer() }
        // Browsers send an empty part without a name for a file field without a selection.
        const isMissing = optional && sent.name === '' && sent.bytes.length === 0
        if (!isMissing) file = sent
      } else {
        elsewhere = true
        piece.file.resume()
      }
    }
  } catch (error) {
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
