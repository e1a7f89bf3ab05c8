import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { optionLetters } from '../../src/shared/tests/schema.ts'
import { assignments } from './assignments.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/** One sitting of a test by a student. It runs until `submittedAt` is set; the figures below it are null until then. */
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
    startedAt: integer().notNull(),
    deadline: integer().notNull(),
    violationCount: integer().notNull().default(0),
    submittedAt: integer(),
    submittedBy: text({ enum: ['student', 'server'] }),
    marksObtained: real(),
    totalMarks: real(),
    percentage: real(),
    correctAnswers: integer(),
    incorrectAnswers: integer(),
    unanswered: integer(),
  },
  (table) => [
    uniqueIndex('attempts_student_test').on(table.studentId, table.testId),
    index('attempts_test_college').on(table.testId, table.collegeId),
    index('attempts_college').on(table.collegeId, table.startedAt),
    index('attempts_assignment').on(table.assignmentId),
    index('attempts_running_deadline').on(table.deadline).where(sql`submitted_at is null`),
  ],
)

/** The newest answer to each question that was touched; a null letter is a cleared answer. */
export const answers = sqliteTable(
  'answers',
  {
    attemptId: text()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    // No reference: it would make every edit of a question scan this table. A paper with attempts keeps its questions.
    questionId: text().notNull(),
    selectedAnswer: text({ enum: optionLetters }),
    timeSpent: real().notNull(),
    revision: integer().notNull(),
    savedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.questionId] })],
)

/**
 * What the exam room noticed: leaving the tab or the full screen, with its time on the student's clock. The key makes a
 * report that is sent again (because its answer was lost) count once.
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
