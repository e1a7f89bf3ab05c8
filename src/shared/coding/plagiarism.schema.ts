import { z } from 'zod'
import { idSchema, isoTime, percentage } from '../schema.ts'
import { languages, submissionStatuses } from './languages.rules.ts'

/** Similar programs within a test. */

export const plagiarismQuery = z.object({
  questionId: idSchema.optional().describe("Defaults to the test's first coding question"),
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
  questionId: idSchema.nullable().describe('The question shown; null for a test without coding questions'),
  programs: z.number().int().describe("Compared submissions: each student's best and last"),
  left: z.number().int().describe('Submissions not compared because of the comparison limit'),
  pairs: z
    .array(
      z.object({
        left: program,
        right: program,
        similarity: percentage,
        longest: z.number().int().describe('Longest run of matching fingerprints'),
      }),
    )
    .describe('The most similar programs of each pair of students; most similar pairs first'),
})

export const plagiarismPairQuery = z.object({ left: idSchema, right: idSchema })

const lines = z.object({ from: z.number().int(), to: z.number().int() })
export const plagiarismPairAnswer = z.object({
  left: program.extend({ code: z.string() }),
  right: program.extend({ code: z.string() }),
  similarity: percentage,
  fragments: z.array(z.object({ left: lines, right: lines })).describe('Matching lines, 1-based'),
})
export type PlagiarismPair = z.output<typeof plagiarismPairAnswer>
