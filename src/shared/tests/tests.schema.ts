import { z } from 'zod'
import { questionTypeNames } from '../bank/question-types.rules.ts'
import { penaltyField, shownFields, typedFields } from '../bank/questions.schema.ts'
import { letters } from '../bank/types/choice.rules.ts'
import { shownJudging } from '../coding/judging.schema.ts'
import { languages } from '../coding/languages.rules.ts'
import { changedText, idSchema, isoTime, pageQuery, pagination, percentage } from '../schema.ts'
import { examRules } from './exam.schema.ts'
import { difficulties, subjects } from './kinds.rules.ts'
import { shownPool } from './pools.schema.ts'
import { rulings } from './scheme.rules.ts'
import { bestOfField, passChange, shownScheme } from './scheme.schema.ts'

export const testTypes = ['Assessment', 'Practice', 'Assignment', 'Mock Test', 'Specific Company Test'] as const
export type TestType = (typeof testTypes)[number]

/** Types with sections, each with its own clock. */
export const sectionedTestTypes = [
  'Assessment',
  'Mock Test',
  'Specific Company Test',
] as const satisfies readonly TestType[]

export { difficulties, subjects }
export const optionLetters = ['A', 'B', 'C', 'D'] as const
export type OptionLetter = (typeof optionLetters)[number]

const asked = z.object({
  id: idSchema,
  questionText: z.string(),
  questionImageUrl: z.string().nullable(),
  marks: z.number(),
  penalty: penaltyField.optional(),
  passage: z.string().optional().describe('A passage shared with neighbouring questions'),
})

/** The question fields a student may see before the end: no key, no explanation. */
export const paperQuestion = z.intersection(asked, shownFields)
export type PaperQuestion = z.output<typeof paperQuestion>

/** A question as shown to its author. */
export const question = z.intersection(
  asked.extend({
    ruling: z.enum(rulings).optional(),
    bankQuestionId: idSchema.optional(),
    bankVersion: z.number().int().optional(),
    explanation: z.string().nullable(),
  }),
  typedFields,
)
export type Question = z.output<typeof question>

export const testSummary = z.object({
  id: idSchema,
  collegeId: idSchema.optional().describe('The college that wrote it, if any'),
  testName: z.string(),
  testDescription: z.string(),
  subject: z.enum(subjects),
  testType: z.enum(testTypes),
  companyName: z.string().nullable(),
  topics: z.array(z.string()),
  difficulty: z.enum(difficulties),
  numberOfQuestions: z.number().int(),
  marksPerQuestion: z.number(),
  totalMarks: z.number(),
  duration: z.number().int().describe('Minutes'),
  codingCount: z.number().int().describe('Coding questions; not included in numberOfQuestions'),
  codingDuration: z.number().describe('Sum of their time limits in minutes; not included in duration'),
  startDateTime: isoTime,
  endDateTime: isoTime,
  hasSections: z.boolean(),
  hasCodingSection: z.boolean(),
  sourceType: z.literal('manual'),
  createdAt: isoTime,
})
export type TestSummary = z.output<typeof testSummary>

const sectionOf = <T extends z.ZodType>(item: T) =>
  z.object({
    id: idSchema,
    sectionName: z.string(),
    sectionDuration: z.number().int().describe('Minutes'),
    numberOfQuestions: z.number().int(),
    marksPerQuestion: z.number(),
    bestOf: bestOfField.optional(),
    pools: z.array(shownPool).optional(),
    questions: z.array(item),
  })
const paperSection = sectionOf(paperQuestion)

/** A coding question within a test. */
export const testCodingQuestion = z.object({
  questionId: idSchema,
  title: z.string(),
  difficulty: z.string(),
  points: z.number(),
  timeLimit: z.number().int().describe('Seconds'),
})

/** A coding question with its statement, as sent to students: with samples but no hidden cases. */
export const paperCodingQuestion = testCodingQuestion.extend({
  description: z.string(),
  constraints: z.string(),
  input_format: z.string(),
  output_format: z.string(),
  time_limit: z.number().int().describe('ms'),
  memory_limit: z.number().int().describe('MB'),
  sample_input: z.string(),
  sample_output: z.string(),
  explanation: z.string(),
  supported_languages: z.array(z.enum(languages)),
  testCases: z
    .array(z.object({ input: z.string(), expected_output: z.string(), is_sample: z.literal(true) }))
    .describe('Sample cases'),
  ...shownJudging,
})
export type PaperCodingQuestion = z.output<typeof paperCodingQuestion>

const collegeName = z.string().optional().describe('Name of the college that wrote it; only for the owner')

const eitherQuestion = z.union([question, paperQuestion])
/**
 * A test with its questions. The author also gets the key, a college only the questions, and a student no questions.
 * In tests with sections, the questions are inside the sections and `questions` is empty.
 */
export const testAnswer = z.object({
  test: testSummary.extend({
    sections: z.array(sectionOf(eitherQuestion)),
    questions: z.array(eitherQuestion),
    pools: z
      .array(shownPool)
      .optional()
      .describe('Pools from which each student gets questions. Returned only to the author'),
    codingQuestions: z.array(testCodingQuestion),
    rules: examRules,
    ...shownScheme.shape,
    objectionsUntil: isoTime.optional().describe('Deadline for objections by students who can see the answer key'),
    collegeName,
    version: z.number().int().optional().describe('Increases with every change. Returned only to the author'),
    keyReleasedAt: isoTime
      .nullable()
      .optional()
      .describe('Release time of the answer key, past or future. Returned only to the author'),
    attemptCount: z.number().int().optional().describe('Students who have started. Returned only to the author'),
  }),
})
export type TestAnswer = z.output<typeof testAnswer>['test']

/** The questions as sent to students. */
export const paper = testSummary.omit({ sourceType: true, createdAt: true, collegeId: true }).extend({
  sections: z.array(paperSection),
  questions: z.array(paperQuestion),
  codingQuestions: z.array(paperCodingQuestion),
  rules: examRules,
  ...shownScheme.shape,
})
export type Paper = z.output<typeof paper>

/** The state of a test's window. */
export const testTimings = ['Upcoming', 'Active', 'Ended'] as const

const kindQuery = pageQuery.extend({
  testType: z.enum(testTypes).optional(),
  subject: z.enum(subjects).optional(),
  search: z.string().max(200).optional().describe('Matches the name'),
})

export const testSorts = ['recent', 'name', 'upcoming'] as const
export const testListQuery = kindQuery.extend({
  difficulty: z.enum(difficulties).optional(),
  timing: z.enum(testTimings).optional().describe('State of the test window'),
  sort: z.enum(testSorts).default('recent'),
})
export type TestListQuery = z.output<typeof testListQuery>

const countOf = <const Value extends string>(values: readonly Value[]) => z.record(z.enum(values), z.number().int())

const listedTest = testSummary.extend({
  collegeName,
  sectionCount: z.number().int().describe('0 for a test without sections'),
  assignmentCount: z.number().int().describe('Colleges the test is assigned to'),
  attemptCount: z.number().int().describe('Submitted attempts'),
  completionRate: percentage.describe('Percentage of the assigned students who have submitted'),
  averageScore: percentage.describe('Average percentage'),
})

export const testList = z.object({
  tests: z.array(listedTest),
  counts: countOf(testTypes).describe('Tests per type, with the other filters applied'),
  subjects: countOf(subjects).describe('Tests per subject, with the other filters applied'),
  difficulties: countOf(difficulties).describe('Tests per difficulty, with the other filters applied'),
  timings: countOf(testTimings).describe('Tests per timing, with the other filters applied'),
  serverTime: isoTime,
  pagination,
})

export const examListQuery = kindQuery
export type ExamListQuery = z.output<typeof examListQuery>

/** A person's tests, newest first. Only the author sees the statistics across colleges. */
export const examList = z.object({
  tests: z.array(
    listedTest.partial({
      assignmentCount: true,
      attemptCount: true,
      completionRate: true,
      averageScore: true,
    }),
  ),
  serverTime: isoTime,
  pagination,
})

/** A question from a row that names no type: single choice with four options. */
const untypedFileQuestion = z.object({
  questionText: z.string(),
  options: z.object({ A: z.string(), B: z.string(), C: z.string(), D: z.string() }),
  correctAnswer: z.enum(optionLetters),
  marks: z.number().optional(),
  explanation: z.string().nullable(),
})
/** A question from a row that names a type. */
const typedFileQuestion = z.intersection(
  z.object({
    type: z.enum(questionTypeNames),
    questionText: z.string(),
    marks: z.number().optional(),
    penalty: penaltyField.optional(),
    passage: z.string().optional(),
    explanation: z.string().nullable(),
  }),
  typedFields,
)

/** Questions in a test that have a newer version in the bank. */
export const bankUpdates = z.object({
  questions: z.array(
    z.object({
      questionId: idSchema,
      bankQuestionId: idSchema,
      bankVersion: z.number().int().describe('The version in the test'),
      latestVersion: z.number().int(),
    }),
  ),
})

export const drawnQuery = pageQuery.extend({
  search: z.string().max(200).optional().describe('Every word must occur in the question or its topic; or its id'),
})
export type DrawnQuery = z.output<typeof drawnQuery>

/** A page of the questions that a test's pools draw from. */
export const drawnQuestions = z.object({
  questions: z.array(
    z.object({
      question: question.describe('With its current key'),
      sectionName: z.string().nullable(),
      topic: z.string().nullable().describe('From the bank; null if it has none'),
      papers: z.number().int().describe('Attempts with this question'),
    }),
  ),
  pagination,
})

/** The result of parsing a question file: valid rows, and a reason for each invalid one. */
export const questionFileAnswer = z.object({
  questions: z.array(z.union([typedFileQuestion, untypedFileQuestion])),
  errors: z.array(z.object({ row: z.number().int(), message: z.string() })),
})
export type FileQuestion = z.output<typeof typedFileQuestion>
export type QuestionFileAnswer = z.output<typeof questionFileAnswer>

/** Number of tests the person has, by type. */
export const typeCounts = z.object({ counts: countOf(testTypes) })

/** Number of tests the person has, by type and subject. */
export const subjectCounts = z.object({ counts: z.record(z.enum(testTypes), countOf(subjects)) })
export type SubjectCounts = z.output<typeof subjectCounts>['counts']

/** A new key for a question, a ruling on it, or both. */
const keyChange = z
  .object({
    questionId: idSchema,
    correctAnswer: z.enum(letters).optional().describe('The new key of a single choice question'),
    fields: typedFields.optional().describe('The question’s fields with the new key, for questions of any type'),
    ruling: z.enum(rulings).nullish(),
  })
  .refine(
    ({ correctAnswer, fields, ruling }) =>
      correctAnswer === undefined ? fields !== undefined || ruling !== undefined : fields === undefined,
    'Enter either a correct answer, fields with a new key, or only a ruling',
  )
export type KeyChange = z.output<typeof keyChange>

const maxKeys = 2_000

/** Changes to a test's drawn questions. */
export const drawnKeys = z.array(z.intersection(keyChange, z.object({ explanation: changedText(10_000) }))).max(maxKeys)
export type DrawnKey = z.output<typeof drawnKeys>[number]

/** A proposed key, pass mark and cut-offs, to preview their effects. */
export const regradeForm = z
  .object({
    key: z.array(keyChange).max(maxKeys).default([]).describe('For any questions of the test, drawn ones included'),
    ...passChange.shape,
  })
  .refine(({ key, passMark, cutoffs }) => key.length > 0 || passMark !== undefined || cutoffs !== undefined, {
    path: ['key'],
    error: 'Change a key, the pass mark or a cut-off',
  })
export type RegradeForm = z.output<typeof regradeForm>
export const regradePreview = z.object({
  attempts: z.number().int().describe('Submitted attempts'),
  changed: z.number().int().describe('Of these, attempts whose marks or percentage change'),
  beingMarked: z.number().int().describe('Attempts that get their marks once all answers are marked; not in `changed`'),
  nowPass: z.number().int(),
  nowFail: z.number().int(),
  crossing: z
    .array(
      z.object({
        attemptId: idSchema,
        studentName: z.string(),
        idNumber: z.string().nullable(),
        collegeName: z.string(),
        before: percentage,
        after: percentage,
        passes: z.boolean().optional().describe('Present if the pass mark or a cut-off changes'),
      }),
    )
    .describe('The first 200 students who would move between pass and fail, with percentages'),
})
export type RegradePreview = z.output<typeof regradePreview>
