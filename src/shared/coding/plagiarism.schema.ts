import { z } from 'zod'
import { idSchema, isoTime, percentage } from '../schema.ts'
import { languages, submissionStatuses } from './languages.rules.ts'

/** Which programs of a test are alike. */

export const plagiarismQuery = z.object({
  questionId: idSchema.optional().describe('Without it the first coding question of the test'),
})

const program = z.object({
  submissionId: idSchema,
  studentId: idSchema,
  studentName: z.string(),
  idNumber: z.string().nullable(),
  branch: z.string().nullable(),
  batch: z.string().nullable(),
  section: z.string().nullable(),
  language: z.enum(languages),
  status: z.enum(submissionStatuses),
  score: percentage,
  submittedAt: isoTime,
})
export type ComparedProgram = z.output<typeof program>

export const plagiarismAnswer = z.object({
  testName: z.string(),
  questions: z.array(z.object({ questionId: idSchema, title: z.string() })),
  questionId: idSchema.nullable().describe('The one that is shown; null in a test without coding questions'),
  programs: z
    .number()
    .int()
    .describe('Programs that were compared: of each student those with the best score, and the last'),
  left: z.number().int().describe('Programs beyond the most that are compared'),
  pairs: z
    .array(
      z.object({
        left: program,
        right: program,
        similarity: percentage,
        longest: z.number().int().describe('Longest run of common fingerprints'),
      }),
    )
    .describe('One for two students: their two programs that are most alike. The most alike first'),
})
export type PlagiarismAnswer = z.output<typeof plagiarismAnswer>

export const plagiarismPairQuery = z.object({ left: idSchema, right: idSchema })

const lines = z.object({ from: z.number().int(), to: z.number().int() })
export const plagiarismPairAnswer = z.object({
  left: program.extend({ code: z.string() }),
  right: program.extend({ code: z.string() }),
  similarity: percentage,
  fragments: z.array(z.object({ left: lines, right: lines })).describe('Lines in common, from 1'),
})
export type PlagiarismPair = z.output<typeof plagiarismPairAnswer>
