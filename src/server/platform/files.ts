import { z } from 'zod'

/** A file as it was sent. Its name is shown to people, never used as a path; its type is read from its content. */
export interface UploadedFile {
  name: string
  bytes: Buffer
}

/** The input of a procedure that takes a file. Only the multipart reader can make one. */
export const uploadedFile = z.custom<UploadedFile>(
  (value) => value !== null && typeof value === 'object' && 'bytes' in value && Buffer.isBuffer(value.bytes),
  { error: 'Please choose a file' },
)
