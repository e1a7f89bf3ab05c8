import { z } from 'zod'
import { answerValue, attached, shownFields } from '../bank/questions.schema.ts'
import { letters } from '../bank/types/choice.rules.ts'
import { languages, submissionStatuses } from '../coding/languages.rules.ts'
import { idSchema, isoTime, percentage } from '../schema.ts'
import { rulings } from '../tests/scheme.rules.ts'
import { passMarkOfTest } from '../tests/scheme.schema.ts'
import { difficulties, type Paper, subjects, testTypes } from '../tests/tests.schema.ts'
import { writer, writerName } from './seat.schema.ts'

const letter = z.enum(letters)
const seconds = z.number().min(0).max(86_400)

/** Higher than any clock in milliseconds, and low enough to increment safely for answers without a revision. */
export const maxRevision = 10 ** 15

/** A stored answer. Its value is null if the question is unanswered. A higher revision is newer. */
export const savedAnswer = z.object({
  questionId: idSchema,
  selectedAnswer: letter.nullable().optional().describe('The chosen option of a single choice question'),
  answer: answerValue.nullable().optional().describe('The answer to a question of any other type'),
  timeSpent: z.number().describe('Seconds'),
  revision: z.number().int(),
})
export type SavedAnswer = z.output<typeof savedAnswer>

/** Stored code for a coding question. */
export const savedCode = z.object({
  questionId: idSchema,
  code: z.string(),
  language: z.enum(languages),
  revision: z.number().int(),
})
export type SavedCode = z.output<typeof savedCode>

/** An answer to a question. An answer to a coding question has `code` and `language`. */
export const answerInput = z.object({
  questionId: idSchema,
  selectedAnswer: letter.nullish().describe('The chosen option of a single choice question'),
  answer: answerValue.nullish().describe('The answer to a question of any type'),
  answered: z.boolean().optional().describe('false marks the question as unanswered, regardless of its answer'),
  timeSpent: seconds.optional().describe('Seconds spent on this question so far'),
  revision: z.number().int().min(0).max(maxRevision).optional(),
  code: z
    .string()
    .refine((code) => !code.includes('\0'), 'The code must not contain NUL bytes')
    .optional(),
  language: z.enum(languages).optional(),
})
export type AnswerInput = z.output<typeof answerInput>

export const violationKinds = ['tab_switch', 'fullscreen_exit', 'copy', 'paste', 'second_tab', 'reconnect'] as const
export const violationInput = z.object({
  // Accepts any word, so an unknown event kind from a newer client does not cause answers to be rejected.
  kind: z
    .string()
    .min(1)
    .max(40)
    .transform((kind) => kind.replace(/[^\w -]/g, '?')),
  at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  durationMs: z
    .number()
    .int()
    .min(0)
    .transform((ms) => Math.min(ms, 86_400_000))
    .optional(),
})
export type ViolationInput = z.output<typeof violationInput>

/** More than the largest possible paper: 20 sections of 100 questions. */
const maxAnswers = 2_500

/** Needed because a student may attempt a test several times, and a late save must not reach the wrong attempt. */
const attemptId = idSchema.optional().describe('The attempt, if a Practice test was repeated; defaults to the latest')

const changes = {
  attemptId,
  writer,
  answers: z.array(answerInput).max(maxAnswers),
  violations: z.array(violationInput).max(200).default([]),
}

export const startForm = z.object({
  writer: writerName.nullish(),
  again: z.boolean().default(false).describe('Repeats a submitted Practice test; a running attempt is resumed'),
})

export const saveForm = z.object({
  ...changes,
  takeOver: z.boolean().default(false).describe('Makes this writer the active one'),
})
export type SaveForm = z.output<typeof saveForm>

/** Leaves a section. Includes its unsaved answers, because the section closes permanently. */
export const nextSectionForm = z.object({
  ...changes,
  answers: changes.answers.default([]),
  from: z.number({ error: 'Please specify the section to leave' }).int().min(0).max(1_000),
})
export type NextSectionForm = z.output<typeof nextSectionForm>

/** `startTime` and `timeSpent` are documented but ignored: only the server's clock counts. */
export const submitForm = z.object({
  attemptId,
  writer,
  answers: z
    .array(answerInput)
    .max(maxAnswers)
    .nullish()
    .transform((answers) => answers ?? []),
  startTime: z.unknown().optional(),
  timeSpent: z.unknown().optional(),
  violations: z
    .union([
      z.number().transform((count) => Math.min(100_000, Math.max(0, Math.round(count)))),
      z.array(violationInput).max(200),
    ])
    .nullish()
    .transform((violations) => violations ?? 0),
})
export type SubmitForm = z.output<typeof submitForm>

/** The attempt's clock, which lets the client keep time while offline. See clock.rules.ts. */
export const attemptClock = z.object({
  plan: z.array(z.number()).describe('Milliseconds this student has for each section, or for the whole test'),
  currentPart: z.number().int(),
  partOpenedAt: isoTime,
})

/** The state of an attempt; the section fields exist only in tests with sections. */
const standing = {
  serverTime: isoTime,
  deadline: isoTime,
  currentSection: z.number().int().optional().describe('0-based'),
  sectionDeadline: isoTime.optional(),
  clock: attemptClock,
}

export const startAnswer = z.object({
  // Validated once when built, not again for every student who receives it.
  test: z.custom<Paper>(),
  attemptId: idSchema,
  startTime: isoTime,
  ...standing,
  extraMinutes: z.number().describe('Extra time given to this student, in minutes'),
  answers: z.array(z.union([savedCode, savedAnswer])),
  violationCount: z.number().int(),
  elsewhere: z.boolean().describe('True if the attempt was recently open in another tab or on another device'),
})
export type StartAnswer = z.output<typeof startAnswer>

export const saveAnswer = z.object({
  savedAt: isoTime,
  ...standing,
  ignored: z.array(idSchema).describe('Questions in a closed or unopened section'),
  newer: z
    .array(z.union([savedCode, savedAnswer]))
    .describe('Stored answers newer than the ones sent, because of changes made elsewhere'),
  isWriter: z.boolean().describe('false if another tab or device has taken over the attempt'),
  extraMinutes: z.number(),
})
export type SaveAnswer = z.output<typeof saveAnswer>

export const nextSectionAnswer = z.object({
  ...standing,
  currentSection: z.number().int(),
  sectionDeadline: isoTime,
  ignored: z.array(idSchema).describe('Questions in a closed or unopened section'),
  test: z.custom<Paper>().optional().describe("Contains the open section's questions if sections are locked"),
})
export type NextSectionAnswer = z.output<typeof nextSectionAnswer>

/** Proof of submission: a hash of the final answers. College staff can check it at /college/receipts. */
export const receipt = z.object({
  code: z.string().describe('Groups of four letters and digits'),
  submittedAt: isoTime,
  answered: z.number().int(),
  questions: z.number().int(),
})
export type Receipt = z.output<typeof receipt>

export const results = z.object({
  marksObtained: z.number(),
  totalMarks: z.number(),
  percentage,
  correctAnswers: z.number().int(),
  incorrectAnswers: z.number().int(),
  unanswered: z.number().int(),
})
export type Results = z.output<typeof results>

/** The best submission for a coding question of a submitted attempt. */
export const codingOutcome = z.object({
  questionId: idSchema,
  title: z.string(),
  points: z.number(),
  marksObtained: z.number(),
  status: z.enum(submissionStatuses).nullable().describe('null if nothing was judged'),
  score: percentage.describe('Percentage of the total weight passed'),
  testCasesPassed: z.number().int(),
  totalTestCases: z.number().int(),
  submissions: z.number().int(),
  pending: z.boolean().describe('True while some submissions have not been judged'),
  language: z.enum(languages).nullable(),
  code: z.string().nullable(),
})

const pendingMarks = z
  .number()
  .int()
  .optional()
  .describe('Answers still to be marked; until they are, there are no marks and no percentage')
const pendingCode = z.number().int().describe('Submissions not judged yet; marks may still rise')

export const submitAnswer = z.object({
  testType: z.enum(testTypes),
  attemptId: idSchema,
  results: results.nullable().describe('null until results are released and all answers are marked'),
  releaseAt: isoTime.nullable().optional().describe('Release time of unreleased results, if known'),
  pendingMarks,
  pendingCode,
  receipt: receipt.nullable().describe('null for attempts made before receipts existed'),
  instantFeedback: z
    .array(
      z.intersection(
        z.object({
          questionId: idSchema,
          question: z.string(),
          questionImageUrl: z.string().nullable(),
          selectedAnswer: z.string().nullable().describe('The chosen option, or the answer as text'),
          attached: attached.optional(),
          correctAnswer: z.string().describe('The correct option, or the correct answer as text'),
          isCorrect: z
            .boolean()
            .nullable()
            .describe('null until the answer is marked, as is `marksObtained`, and for a dropped question'),
          marks: z.number().optional().describe('Omitted for single choice'),
          marksObtained: z.number().nullable().optional(),
          ruling: z.enum(rulings).optional(),
          explanation: z.string().nullable(),
        }),
        shownFields,
      ),
    )
    .optional()
    .describe('Practice only'),
})
export type SubmitAnswer = z.output<typeof submitAnswer>

export const resultsQuery = z.object({ attemptId })

/** One of several attempts at a Practice test. */
export const attemptScore = results
  .pick({ marksObtained: true, totalMarks: true, percentage: true })
  .extend({ id: idSchema, number: z.number().int().describe('1-based'), submittedAt: isoTime })
export type AttemptScore = z.output<typeof attemptScore>

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
  marksObtained: z.number().nullable().describe('null until all answers are marked, as is `percentage`'),
  percentage: percentage.nullable(),
  pendingMarks,
  passed: z.boolean().nullable(),
  passMark: passMarkOfTest,
  grade: z.string().nullable(),
  timeSpent: z.number().describe('Minutes by the server clock'),
  submittedBy: z.enum(['student', 'server']),
  createdAt: isoTime,
  submittedAt: isoTime,
  receipt: receipt.nullable(),
  sectionTimesEnforced: z
    .boolean()
    .describe('false if the attempt never saved, for example when an integration only starts and submits'),
  timeGiven: z.number().describe('Minutes added to the test’s duration: extra time and server downtime'),
  sections: z.array(
    z.object({
      sectionName: z.string(),
      cutoff: z.number().optional().describe('Percentage of this section needed to pass'),
      ...results.shape,
      marksObtained: z.number().nullable().describe('null until its answers are marked, as is `percentage`'),
      percentage: percentage.nullable(),
    }),
  ),
  codingAnalysis: z.array(codingOutcome),
  pendingCode,
  attempts: z
    .array(attemptScore)
    .optional()
    .describe('All submitted attempts at a Practice test, oldest first, if there are several'),
  questionAnalysis: z.array(
    z.intersection(
      z.object({
        questionId: idSchema,
        questionText: z.string(),
        questionImageUrl: z.string().nullable(),
        sectionName: z.string().nullable(),
        studentAnswer: z.string().nullable().describe('The chosen option, or the answer as text'),
        attached: attached.optional(),
        correctAnswer: z.string().nullable().describe('null until the key is released, as is `isCorrect`'),
        isCorrect: z.boolean().nullable().describe('null also for a dropped question'),
        marks: z.number(),
        marksObtained: z.number().nullable(),
        testLetters: z
          .array(letter)
          .optional()
          .describe('The option letters in the test, if this student saw the options in a different order'),
        ruling: z
          .enum(rulings)
          .optional()
          .describe('Replaces the grade: marks for everyone, for everyone who answered, or for no one'),
        comment: z.string().optional().describe('Written by the person who marked the answer'),
        levels: z
          .array(z.object({ criterion: z.string(), label: z.string(), marks: z.number(), most: z.number() }))
          .optional()
          .describe('The chosen levels of the rubric'),
        explanation: z.string().nullable(),
      }),
      shownFields,
    ),
  ),
})
export type Report = z.output<typeof report>
export const reportAnswer = z.object({ report })
