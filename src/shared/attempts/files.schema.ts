import { z } from 'zod'
import { answerFile } from '../bank/questions.schema.ts'
import { idSchema } from '../schema.ts'
import { writerName } from './seat.schema.ts'

export const maxFileBytes = 10 * 1024 * 1024
/** Limits the disk space that one attempt can use, including files removed from answers. */
export const perAttempt = { files: 100, bytes: 200 * 1024 * 1024 }

export const fileExtensions = ['.pdf', '.jpg', '.jpeg', '.png', '.docx', '.txt'] as const
export const fileTypeRefused = 'Please choose a PDF, JPEG, PNG, Word (.docx) or text file'
export const fileTooLarge = 'A file can be at most 10 MB'
export const fileEmpty = 'The file is empty'

/** True for files that browsers display as images. */
export const isImage = ({ name }: { name: string }) => /\.(jpe?g|png)$/i.test(name)

export const fileForm = z.object({
  questionId: idSchema,
  writer: writerName.nullish().describe('As in the start call; needed in a one-device test'),
})
export type FileForm = z.output<typeof fileForm>

export const fileAnswer = z.object({ file: answerFile.describe('To be sent in the answer’s `files`') })
export type FileAnswer = z.output<typeof fileAnswer>

export const fileQuery = z.object({
  fileId: z.string(),
  names: z.boolean().default(false).describe('Names the file as the student did, which may reveal who it is'),
})
export type FileQuery = z.output<typeof fileQuery>
