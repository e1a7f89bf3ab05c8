import { z } from 'zod'
import { idSchema, isoTime, percentage, timeInput } from '../schema.ts'
import { subjects, testSummary, testTypes } from '../tests/tests.schema.ts'
import { attemptClock, receipt, violationKinds } from './attempts.schema.ts'
import { notAReceipt, readReceipt } from './receipts.rules.ts'
import { seatRefusal } from './seat.schema.ts'

export const liveStatuses = ['not_started', 'in_progress', 'submitted'] as const
export type LiveStatus = (typeof liveStatuses)[number]

/** One student on the live board. */
export const liveStudent = z.object({
  studentId: idSchema,
  attemptId: idSchema.nullable(),
  status: z.enum(liveStatuses),
  answered: z.number().int(),
  violations: z.number().int(),
  startedAt: isoTime.nullable(),
  lastSavedAt: isoTime.nullable(),
  deadline: isoTime.nullable().describe('Deadline of the running attempt'),
  currentSection: z
    .number()
    .int()
    .nullable()
    .describe('0-based open section of the running attempt; advances with the clock'),
  clock: attemptClock
    .nullable()
    .describe('Only for a running attempt with sections; lets clients compute the open section at any later time'),
  submittedAt: isoTime.nullable(),
  submittedBy: z.enum(['student', 'server']).nullable(),
  percentage: percentage.nullable(),
  extraMinutes: z.number().describe('Extra time, including time given before the start'),
  anyNetwork: z.boolean().describe('True if the student may take the test from outside its networks'),
  refusal: seatRefusal
    .nullable()
    .describe('Last refused request from another device or network; null once resolved or the attempt is submitted'),
})

const person = {
  name: z.string(),
  email: z.string(),
  idNumber: z.string().nullable(),
  batch: z.string().nullable(),
  branch: z.string().nullable(),
  section: z.string().nullable(),
}

export const liveQuery = z.object({
  since: timeInput('Must be a time').optional().describe('Only students with changes since this time'),
})

/** The whole board: every assigned student and their progress. Sent once in full, then as changes. */
export const liveBoard = z.object({
  serverTime: isoTime,
  total: z.number().int().describe('Number of assigned students'),
  test: testSummary,
  sectionNames: z.array(z.string()),
  oneDevice: z.boolean().describe('True if the test is limited to one device, so staff can move attempts'),
  networks: z.array(z.string()).describe('Networks the test is limited to; empty allows any'),
  students: z.array(liveStudent.extend(person)),
})
export type LiveBoard = z.output<typeof liveBoard>

/** Tests that a college's students can take or are taking now, and the next test to open. */
export const liveTests = z.object({
  serverTime: isoTime,
  tests: z.array(
    z.object({
      assignmentId: idSchema,
      testName: z.string(),
      testType: z.enum(testTypes),
      subject: z.enum(subjects),
      startDateTime: isoTime,
      endDateTime: isoTime,
      assigned: z.number().int(),
      inProgress: z.number().int(),
      submitted: z.number().int(),
    }),
  ),
  next: z.object({ testName: z.string(), startDateTime: isoTime }).nullable(),
})
export type LiveTest = z.output<typeof liveTests>['tests'][number]

/** Changes since the previous message. An empty one serves as a heartbeat. */
export const liveChanges = z.object({
  serverTime: isoTime,
  total: z.number().int().describe('Number of assigned students; reload the board if it differs'),
  students: z.array(liveStudent),
})
export type LiveChanges = z.output<typeof liveChanges>

/** A student's exam room events, in chronological order. */
export const violationLog = z.object({
  violations: z.array(
    z.object({
      kind: z.string().describe(`One of ${violationKinds.join(', ')}`),
      at: isoTime,
      durationMs: z.number().int().nullable(),
    }),
  ),
})

/** A receipt as typed, normalised to the stored form. */
export const receiptQuery = z.object({
  code: z.string().transform((text, context) => {
    const code = readReceipt(text)
    if (code !== null) return code
    context.addIssue({ code: 'custom', message: notAReceipt })
    return z.NEVER
  }),
})

/** Result of checking a receipt. `valid` is false when the stored answers no longer match it. */
export const receiptCheck = z.object({
  receipt: receipt.extend({
    valid: z.boolean(),
    attemptId: idSchema,
    studentId: idSchema,
    studentName: z.string(),
    idNumber: z.string().nullable(),
    testName: z.string(),
    submittedBy: z.enum(['student', 'server']),
    marksObtained: z.number().nullable().describe('null until all answers are marked'),
    totalMarks: z.number(),
  }),
})
