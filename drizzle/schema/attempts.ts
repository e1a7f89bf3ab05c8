import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { timeChangeKinds } from '#shared/attempts/time.schema.ts'
import type { AnswerValue } from '#shared/bank/question-types.rules.ts'
import { assignments } from './assignments.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'
import { questions, tests } from './tests.ts'

/**
 * A student's attempt at a test. It runs, with null results, until `submittedAt` is set. Only Practice tests allow
 * several attempts per student (docs/decisions/039).
 */
export const attempts = sqliteTable(
  'attempts',
  {
    id: text().primaryKey(),
    testId: ownedBy(() => tests.id),
    assignmentId: ownedBy(() => assignments.id),
    collegeId: ownedBy(() => colleges.id),
    studentId: ownedBy(() => users.id),
    // 1 for the student's first attempt at this test, 2 for the second…
    number: integer().notNull().default(1),
    /** True for the latest attempt, which the exam room, lists and the live board show. */
    isLatest: integer({ mode: 'boolean' }).notNull().default(true),
    /** False once a later attempt is submitted, because reports count only the last submitted attempt. */
    counts: integer({ mode: 'boolean' }).notNull().default(true),
    startedAt: integer().notNull(),
    // Seeds the drawing and shuffling of the student's questions.
    seed: integer(),
    // The attempt's clock (src/shared/attempts/clock.rules.ts). `deadline` is recomputed whenever the clock changes.
    plan: text({ mode: 'json' }).$type<number[]>().notNull(),
    currentPart: integer().notNull().default(0),
    partOpenedAt: integer().notNull(),
    deadline: integer().notNull(),
    // Milliseconds added to the test's duration, and milliseconds that do not count as time spent.
    extraMs: integer().notNull().default(0),
    pausedMs: integer().notNull().default(0),
    // The current writer, its take-over time, and the writer barred when staff moved the attempt. `writerAt` and
    // `barredWriter` are used only in one-device tests.
    writer: text(),
    writerAt: integer(),
    barredWriter: text(),
    violationCount: integer().notNull().default(0),
    submittedAt: integer(),
    submittedBy: text({ enum: ['student', 'server'] }),
    // Included in `marksObtained`; both change if the judge finishes after the attempt is submitted.
    codingMarks: real(),
    marksObtained: real(),
    totalMarks: real(),
    percentage: real(),
    // Null if the attempt predates pass marks, when 40% was needed to pass.
    passed: integer({ mode: 'boolean' }),
    // Number of answers still to be marked by hand. Marks and percentage are null until it is 0.
    pendingMarks: integer().notNull().default(0),
    correctAnswers: integer(),
    incorrectAnswers: integer(),
    unanswered: integer(),
    receipt: text(),
    // When the student first saw the key, or when the attempt was reopened after they could have seen it.
    keySeenAt: integer(),
  },
  (table) => [
    uniqueIndex('attempts_student_test').on(table.studentId, table.testId, table.number),
    uniqueIndex('attempts_running').on(table.studentId, table.testId).where(sql`submitted_at is null`),
    uniqueIndex('attempts_receipt').on(table.receipt),
    index('attempts_test_college_score').on(table.testId, table.collegeId, table.percentage),
    index('attempts_college').on(table.collegeId, table.startedAt),
    // Reports scan attempts in this order. Test and student are included to cover the reports' filters. The condition is
    // written as a comparison, because SQLite would search the index for `percentage is not null` instead of scanning it.
    index('attempts_college_submitted')
      .on(table.collegeId, table.submittedAt, table.testId, table.studentId)
      .where(sql`(percentage is null) = 0`),
    index('attempts_college_percentage')
      .on(table.collegeId, table.percentage, table.testId, table.studentId)
      .where(sql`(percentage is null) = 0`),
    index('attempts_submitted').on(table.submittedAt).where(sql`submitted_at is not null`),
    index('attempts_assignment').on(table.assignmentId),
    index('attempts_running_test').on(table.testId, table.deadline).where(sql`submitted_at is null`),
    index('attempts_running_deadline').on(table.deadline).where(sql`submitted_at is null`),
  ],
)

/**
 * Three values per question, in paper order: the answer or null, seconds spent, and the revision (-1 if never
 * answered). Compact, because every save reads and rewrites it. Trailing questions may be missing.
 */
export type SheetAnswers = readonly (AnswerValue | null)[]

/**
 * An attempt's latest answers in one row: a save reads and writes one page, and submitting reads it once.
 * `savedAt` is null until the first save.
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
 * Files attached to essays, stored in `uploads/answers` under their ids. Those that the answer does not reference
 * are deleted when the attempt is submitted.
 */
export const answerFiles = sqliteTable(
  'answer_files',
  {
    id: text().primaryKey(),
    attemptId: ownedBy(() => attempts.id),
    questionId: ownedBy(() => questions.id),
    name: text().notNull(),
    // Media type, detected from the content.
    type: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    uploadedAt: integer().notNull(),
  },
  (table) => [
    index('answer_files_attempt').on(table.attemptId, table.questionId),
    index('answer_files_question').on(table.questionId),
  ],
)

/**
 * Changes to a student's time: extra time (which may precede the attempt), downtime, and reopened attempts.
 */
export const timeChanges = sqliteTable(
  'time_changes',
  {
    id: text().primaryKey(),
    assignmentId: ownedBy(() => assignments.id),
    studentId: ownedBy(() => users.id),
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
 * Exam room events, such as leaving the tab or full screen, timed by the student's clock. The primary key deduplicates
 * events resent after a lost response.
 */
export const violations = sqliteTable(
  'violations',
  {
    attemptId: ownedBy(() => attempts.id),
    kind: text().notNull(),
    at: integer().notNull(),
    durationMs: integer(),
    receivedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.at, table.kind] })],
)

/**
 * A hand-marked answer of a submitted attempt: every answered essay, and any other answer that staff chose to mark.
 * `marks` is null until it is marked. A second opinion never changes the result.
 */
export const answerMarks = sqliteTable(
  'answer_marks',
  {
    attemptId: ownedBy(() => attempts.id),
    questionId: ownedBy(() => questions.id),
    testId: ownedBy(() => tests.id),
    collegeId: ownedBy(() => colleges.id),
    revision: integer().notNull(),
    // The marked answer while its attempt is reopened. The room sends unchanged answers again with a newer revision.
    reopenedAnswer: text({ mode: 'json' }).$type<AnswerValue>(),
    marks: real(),
    comment: text(),
    // The zero-based level chosen for each rubric criterion.
    levels: text({ mode: 'json' }).$type<(number | null)[]>(),
    markedBy: text().references(() => users.id, { onDelete: 'set null' }),
    markedAt: integer(),
    secondMarks: real(),
    secondComment: text(),
    secondLevels: text({ mode: 'json' }).$type<(number | null)[]>(),
    secondBy: text().references(() => users.id, { onDelete: 'set null' }),
    secondAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    index('answer_marks_queue').on(table.testId, table.questionId, table.collegeId, table.marks),
    index('answer_marks_question').on(table.questionId),
    index('answer_marks_college').on(table.collegeId),
    index('answer_marks_marked_by').on(table.markedBy),
    index('answer_marks_second_by').on(table.secondBy),
  ],
)
