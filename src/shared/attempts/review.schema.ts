import { z } from 'zod'
import { attached, shownFields } from '../bank/questions.schema.ts'
import { languages } from '../coding/languages.rules.ts'
import { byStudent, idSchema, isoTime } from '../schema.ts'
import { paperCodingQuestion, paperQuestion, question } from '../tests/tests.schema.ts'
import { report } from './attempts.schema.ts'
import { violationLog } from './live.schema.ts'

/** An attempt as shown to college staff. */

export const attemptById = byStudent.extend({ attemptId: z.string() })

export const attemptProgress = z.object({
  id: idSchema,
  assignmentId: idSchema,
  testName: z.string(),
  startedAt: isoTime,
  deadline: isoTime,
  submittedAt: isoTime.nullable(),
  answered: z.number().int(),
  questions: z.number().int().describe('Including coding questions'),
  violations: z.number().int(),
})
export type AttemptProgress = z.output<typeof attemptProgress>

export const attemptReview = z.object({
  studentName: z.string(),
  progress: attemptProgress,
  ...violationLog.shape,
  report: report.nullable().describe('null while the attempt is running; answers stay private until submitted'),
})

export const printedPaperQuery = z.object({
  key: z.boolean().default(false).describe('Includes the correct answers, if the viewer may see them'),
})

/** The paper of a submitted attempt, as the student saw it. */
export const printedPaper = z.object({
  testId: idSchema,
  studentId: idSchema,
  testName: z.string(),
  totalMarks: z.number(),
  student: z.object({
    name: z.string(),
    idNumber: z.string().nullable(),
    batch: z.string().nullable(),
    branch: z.string().nullable(),
    collegeName: z.string(),
  }),
  number: z.number().int().describe("1-based number of the student's attempt"),
  isRepeatable: z.boolean(),
  startedAt: isoTime,
  submittedAt: isoTime,
  changedAt: isoTime
    .nullable()
    .describe('Last change to the test, if made after the attempt; questions are shown as they are now'),
  isKeyOut: z.boolean().describe('True if the viewer may see the correct answers'),
  parts: z.array(
    z.object({
      sectionName: z.string().nullable().describe('null in a test without sections'),
      questions: z.array(z.union([question, paperQuestion])),
    }),
  ),
  shown: z
    .record(idSchema, shownFields)
    .describe('With the key: gaps, matching and ordering questions in the order shown to the student, by question id'),
  codingQuestions: z.array(paperCodingQuestion),
  answers: z.record(idSchema, z.string()).describe('Answers as text, by question id'),
  attached: z.record(idSchema, attached).describe('The answers with files, by question id'),
  programs: z.record(idSchema, z.object({ language: z.enum(languages), code: z.string() })),
})
export type PrintedPaper = z.output<typeof printedPaper>
