import { z } from 'zod'
import { writer } from '../attempts/seat.schema.ts'
import { idSchema, isoTime, pageQuery, pagination, percentage } from '../schema.ts'
import { exactText, languageField, sourceField } from './coding.schema.ts'
import { shownGroup } from './groups.schema.ts'
import { caseVerdicts, submissionStatuses, verdicts } from './languages.rules.ts'

/** Running and submitting programs. Field names are the original API's; times are in ms. */

/** A hidden case reveals only its number, whether it passed, its time and the kind of error. */
export const testResult = z.object({
  test_case_number: z.number().int().describe("1-based, in the question's order"),
  passed: z.boolean(),
  execution_time: z.number().describe('CPU time in ms; for hidden cases rounded up to 50, or 0 if the case failed'),
  verdict: z.enum(caseVerdicts).optional(),
  memory_kb: z.number().optional(),
  is_sample: z.literal(true).optional(),
  input: z.string().optional(),
  expected_output: z.string().optional(),
  actual_output: z.string().optional(),
  output_cut: z.boolean().optional().describe('True if the output was truncated'),
  error: z.string().optional().describe("Verdict for hidden cases, otherwise the program's message"),
  score: z.number().optional().describe("Share of the case's points, from 0 to 1, if it passed in part"),
  remark: z.string().optional().describe("The checker's message"),
})
export type TestResult = z.output<typeof testResult>

/** Maximum size of custom input in bytes of UTF-8. */
const maxOwnInput = 64 * 1024
const bytesOf = (text: string) => new TextEncoder().encode(text).length

export const runForm = z.object({
  questionId: idSchema,
  code: sourceField,
  language: languageField,
  stdin: exactText(z.string(), 'Your own input must')
    .refine((text) => bytesOf(text) <= maxOwnInput, 'Your own input must be at most 64 kB')
    .optional()
    .describe('Replaces the sample cases'),
  testAttemptId: idSchema.nullish().describe('The attempt, for a run in a test'),
  writer,
})
export type RunForm = z.output<typeof runForm>

export const runAnswer = z.object({
  output: z.string().describe('Output for the first case, or for the given stdin'),
  error: z
    .string()
    .describe('Error output for the first case, or for the given stdin; the compile error if there is one'),
  status: z.enum(verdicts),
  testResults: z.array(testResult),
})

export const submitCodeForm = z.object({
  questionId: idSchema,
  code: sourceField,
  language: languageField,
  testAttemptId: idSchema.nullish(),
  writer,
  isPractice: z
    .boolean()
    .optional()
    .describe('Documented but ignored: a submission with an attempt is part of a test, any other is practice'),
})
export type SubmitCodeForm = z.output<typeof submitCodeForm>
export type SubmitCodeInput = z.input<typeof submitCodeForm>

export const submitCodeAnswer = z.object({
  submissionId: idSchema,
  status: z.enum(verdicts),
  score: percentage.describe('Percentage of the points: of the groups, or without groups, of the total weight'),
  testCasesPassed: z.number().int(),
  totalTestCases: z.number().int(),
  testResults: z.array(testResult),
  groupPoints: z.array(z.number()).optional().describe('Points of each group, in the order of the groups'),
  error: z.string().optional().describe('Compiler output'),
})
export type SubmitCodeAnswer = z.output<typeof submitCodeAnswer>

/** A queued run or submission; `follow` reports its progress. */
export const queuedAnswer = z.object({ jobId: idSchema })

export const jobStates = ['queued', 'judging', 'done', 'failed'] as const

/** The state of a job. Each message is complete, so losing one does no harm. */
export const jobProgress = z.object({
  jobId: idSchema,
  kind: z.enum(['run', 'submission', 'check', 'trial']),
  state: z.enum(jobStates),
  place: z.number().int().describe('Jobs ahead of it in the queue; 0 when running or done'),
  total: z.number().int().describe('Total cases'),
  testResults: z.array(testResult).describe('Finished cases'),
  run: runAnswer.optional().describe('Result of a finished run or trial'),
  submission: submitCodeAnswer.optional().describe('Result of a finished submission'),
  message: z.string().optional().describe('Reason for the failure'),
})
export type JobProgress = z.output<typeof jobProgress>

export const followForm = z.object({ jobId: idSchema })

export const submissionListQuery = pageQuery.extend({
  questionId: idSchema,
  testAttemptId: idSchema
    .optional()
    .describe('Lists the submissions of this attempt. If omitted, lists practice submissions'),
})

export const submissionListItem = z.object({
  id: idSchema,
  status: z.enum(submissionStatuses),
  score: percentage,
  language: languageField,
  testCasesPassed: z.number().int(),
  totalTestCases: z.number().int(),
  execution_time: z.number().nullable().describe('Time of the slowest passed case, rounded up to 50 ms'),
  memory_kb: z.number().nullable().describe('Memory of the largest passed case, rounded up to 16 MB'),
  createdAt: isoTime,
})

export const submissionListAnswer = z.object({ submissions: z.array(submissionListItem), pagination })

export const submissionAnswer = z.object({
  submission: submissionListItem.extend({
    questionId: idSchema,
    code: z.string(),
    testResults: z.array(testResult),
    groups: z.array(shownGroup).optional().describe('Groups of the test cases'),
    groupPoints: submitCodeAnswer.shape.groupPoints,
    groupsChanged: z
      .boolean()
      .optional()
      .describe('True if the cases or groups have changed since, so their points are not known'),
    error: z.string().optional(),
  }),
})
