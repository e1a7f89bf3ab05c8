import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timeChangeKinds } from '#shared/attempts/time.schema.ts'
import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import { assignments } from './assignments.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/**
 * One sitting of a test by a student. It runs until `submittedAt` is set; the figures below it are null until then. Only Practice
 * tests have more than one of a student, see docs/decisions/039.
 */
export const attempts = sqliteTable(
  'attempts',
  {
    id: text().primaryKey(),
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    assignmentId: text()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    collegeId: text()
      .notNull()
      .references(() => colleges.id, { onDelete: 'cascade' }),
    studentId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // 1 for the first attempt of this student at this test, 2 for the second…
    number: integer().notNull().default(1),
    /** No later attempt has begun: the one that the exam room, lists and the live board show. */
    isLatest: integer({ mode: 'boolean' }).notNull().default(true),
    /** No later attempt has been submitted: the one by which reports count the student, once it is submitted. */
    counts: integer({ mode: 'boolean' }).notNull().default(true),
    startedAt: integer().notNull(),
    // The clock, see src/shared/attempts/clock/rules.ts; `deadline` is computed from it whenever it changes.
    plan: text({ mode: 'json' }).$type<number[]>().notNull(),
    currentPart: integer().notNull().default(0),
    partOpenedAt: integer().notNull(),
    deadline: integer().notNull(),
    // Time beyond the test's own, and time that passed without counting as spent on it. Milliseconds.
    extraMs: integer().notNull().default(0),
    pausedMs: integer().notNull().default(0),
    // The current writer, since when, and the writer that staff barred by moving the attempt. The last two only in
    // one-device tests.
    writer: text(),
    writerAt: integer(),
    barredWriter: text(),
    violationCount: integer().notNull().default(0),
    submittedAt: integer(),
    submittedBy: text({ enum: ['student', 'server'] }),
    // `marksObtained` holds those of the coding questions too; both change when the judge is done after the submission.
    codingMarks: real(),
    marksObtained: real(),
    totalMarks: real(),
    percentage: real(),
    correctAnswers: integer(),
    incorrectAnswers: integer(),
    unanswered: integer(),
    receipt: text(),
    // When its student first got the right answers, or could have got them when it was opened again.
    keySeenAt: integer(),
  },
  (table) => [
    uniqueIndex('attempts_student_test').on(table.studentId, table.testId, table.number),
    uniqueIndex('attempts_running').on(table.studentId, table.testId).where(sql`submitted_at is null`),
    uniqueIndex('attempts_receipt').on(table.receipt),
    index('attempts_test_college_score').on(table.testId, table.collegeId, table.percentage),
    index('attempts_college').on(table.collegeId, table.startedAt),
    // Covers the order in which reports walk attempts; with the test and the student, also their filters.
    index('attempts_college_submitted')
      .on(table.collegeId, table.submittedAt, table.testId, table.studentId)
      .where(sql`submitted_at is not null`),
    index('attempts_college_percentage')
      .on(table.collegeId, table.percentage, table.testId, table.studentId)
      .where(sql`submitted_at is not null`),
    index('attempts_submitted').on(table.submittedAt).where(sql`submitted_at is not null`),
    index('attempts_assignment').on(table.assignmentId),
    index('attempts_running_test').on(table.testId, table.deadline).where(sql`submitted_at is null`),
    index('attempts_running_deadline').on(table.deadline).where(sql`submitted_at is null`),
  ],
)

/**
 * Three values for each question in the order of the paper: the letter or null, seconds spent, and the revision, -1 for one
 * never touched. Short and flat, because every save reads and writes it whole. Later questions may be missing.
 */
export type SheetAnswers = readonly (OptionLetter | number | null)[]

/**
 * The newest answer to each question of an attempt that was touched, in one row: a save reads and writes one page, a submit
 * reads it once, and a million attempts are a million rows. `savedAt` is null until the first save.
 */
export const answerSheets = sqliteTable('answer_sheets', {
  attemptId: text()
    .primaryKey()
    .references(() => attempts.id, { onDelete: 'cascade' }),
  answers: text({ mode: 'json' }).$type<SheetAnswers>().notNull(),
  answered: integer().notNull().default(0),
  savedAt: integer(),
})

/**
 * Everything that moved somebody's clock: extra time (also given before the test, when there is no attempt), time in which
 * the server was down, and an attempt opened again.
 */
export const timeChanges = sqliteTable(
  'time_changes',
  {
    id: text().primaryKey(),
    assignmentId: text()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    studentId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: timeChangeKinds }).notNull(),
    ms: integer().notNull(),
    reason: text().notNull(),
    changedBy: text().references(() => users.id, { onDelete: 'set null' }),
    changedAt: integer().notNull(),
  },
  (table) => [
    index('time_changes_assignment').on(table.assignmentId, table.changedAt),
    index('time_changes_student').on(table.studentId, table.assignmentId),
    index('time_changes_changed_by').on(table.changedBy),
  ],
)

/**
 * Events of the exam room: leaving the tab or the full screen, with the student's clock. The key deduplicates a report
 * that is resent because its answer was lost.
 */
export const violations = sqliteTable(
  'violations',
  {
    attemptId: text()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    at: integer().notNull(),
    durationMs: integer(),
    receivedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.at, table.kind] })],
)
