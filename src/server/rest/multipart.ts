import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '#server/platform/files.ts'
import { DomainError, invalid } from '#shared/errors.ts'
import type { FilePart } from '../trpc/init.ts'

interface Form {
  /** Texts, but for parts that say they are JSON: those have been parsed. */
  fields: Record<string, unknown>
  file: UploadedFile | undefined
}

/** Reads a form with one file. @throws 413 above the limit, 415 when it is not a form, 400 without a file that it needs */
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
        // Bytes without a name are a file as well, by their type.
        const sent = { name: piece.filename ?? '', bytes: await piece.toBuffer() }
        // So a browser sends a field in which nothing was chosen.
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
  // Sent under another name it would be left out silently.
  if (!file && (!optional || elsewhere))
    throw invalid([{ field: part, message: `Please choose a file (the form's part named ${part})` }])
  return { fields, file }
}
