import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'
import { difficulties, optionLetters, paper, subjects, testTypes } from '../tests/schema.ts'

const letter = z.enum(optionLetters)
const seconds = z.number().min(0).max(86_400)

/** Far above any clock in milliseconds, with room above it for answers that come without a revision. */
export const maxRevision = 10 ** 15

/** An answer as it is kept: null is unanswered. A higher revision is newer. */
export const savedAnswer = z.object({
  questionId: idSchema,
  selectedAnswer: letter.nullable(),
  timeSpent: z.number().describe('Seconds'),
  revision: z.number().int(),
})
export type SavedAnswer = z.output<typeof savedAnswer>

export const answerInput = z.object({
  questionId: idSchema,
  selectedAnswer: letter.nullish(),
  answered: z.boolean().optional().describe('false marks an answer as not given, whatever selectedAnswer says'),
  timeSpent: seconds.optional().describe('Seconds on this question so far'),
  revision: z.number().int().min(0).max(maxRevision).optional(),
})
export type AnswerInput = z.output<typeof answerInput>

export const violationKinds = ['tab_switch', 'fullscreen_exit', 'copy', 'paste', 'second_tab', 'reconnect'] as const
export const violationInput = z.object({
  // Any word: an answer must not be refused because the room noticed something this server has no name for.
  kind: z.string().min(1).max(40),
  at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  durationMs: z.number().int().min(0).optional(),
})
export type ViolationInput = z.output<typeof violationInput>

export const saveForm = z.object({
  answers: z.array(answerInput).max(1_000),
  violations: z.array(violationInput).max(200).default([]),
})

/** `startTime` and `timeSpent` are taken, as documented, and not believed: only the server's clock counts. */
export const submitForm = z.object({
  answers: z.array(answerInput).max(1_000).default([]),
  startTime: z.string().optional(),
  timeSpent: z.number().min(0).optional(),
  violations: z.union([z.number().int().min(0).max(100_000), z.array(violationInput).max(200)]).default(0),
})
export type SubmitForm = z.output<typeof submitForm>

export const startAnswer = z.object({
  test: paper,
  attemptId: idSchema,
  startTime: isoTime,
  serverTime: isoTime,
  deadline: isoTime,
  answers: z.array(savedAnswer),
  violationCount: z.number().int(),
})
export type StartAnswer = z.output<typeof startAnswer>

export const saveAnswer = z.object({
  savedAt: isoTime,
  serverTime: isoTime,
  deadline: isoTime,
  ignored: z.array(idSchema),
  newer: z
    .array(savedAnswer)
    .describe('What is kept of questions whose answer in this call was not the newest: answered elsewhere since'),
})

export const results = z.object({
  marksObtained: z.number(),
  totalMarks: z.number(),
  percentage: z.number(),
  correctAnswers: z.number().int(),
  incorrectAnswers: z.number().int(),
  unanswered: z.number().int(),
})
export type Results = z.output<typeof results>

const options = z.object({ A: z.string(), B: z.string(), C: z.string(), D: z.string() })

export const submitAnswer = z.object({
  testType: z.enum(testTypes),
  attemptId: idSchema,
  results,
  instantFeedback: z
    .array(
      z.object({
        questionId: idSchema,
        question: z.string(),
        options,
        selectedAnswer: letter.nullable(),
        correctAnswer: letter,
        isCorrect: z.boolean(),
        explanation: z.string().nullable(),
      }),
    )
    .optional()
    .describe('Practice only'),
})
export type SubmitAnswer = z.output<typeof submitAnswer>

export const report = z.object({
  id: idSchema,
  studentId: z.object({
    id: idSchema,
    name: z.string(),
    email: z.string(),
    batch: z.string().nullable(),
    branch: z.string().nullable(),
  }),
  testId: z.object({
    id: idSchema,
    testName: z.string(),
    subject: z.enum(subjects),
    testType: z.enum(testTypes),
    companyName: z.string().nullable(),
    difficulty: z.enum(difficulties),
  }),
  ...results.shape,
  passed: z.boolean(),
  grade: z.string(),
  timeSpent: z.number().describe('Minutes by the server clock'),
  submittedBy: z.enum(['student', 'server']),
  createdAt: isoTime,
  submittedAt: isoTime,
  questionAnalysis: z.array(
    z.object({
      questionId: idSchema,
      questionText: z.string(),
      options,
      studentAnswer: letter.nullable(),
      correctAnswer: letter,
      isCorrect: z.boolean(),
      marks: z.number(),
      marksObtained: z.number(),
      explanation: z.string().nullable(),
    }),
  ),
})
export type Report = z.output<typeof report>
export const reportAnswer = z.object({ report })
