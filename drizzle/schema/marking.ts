import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { objectionStatuses } from '#shared/marking/objections.rules.ts'
import { attempts } from './attempts.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'
import { questions, tests } from './tests.ts'

/** Faculty who mark a test. If a college has no rows here, all of its faculty mark. */
export const markers = sqliteTable(
  'markers',
  {
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.testId, table.userId] }), index('markers_user').on(table.userId)],
)

/**
 * Counts of hand-marked answers in submitted attempts, per test and college. Triggers on answers' marks and attempts
 * maintain them (migration `bank-search`); nothing else writes here.
 */
export const markingTotals = sqliteTable(
  'marking_totals',
  {
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    collegeId: text()
      .notNull()
      .references(() => colleges.id, { onDelete: 'cascade' }),
    waiting: integer().notNull().default(0),
    marked: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.testId, table.collegeId] }),
    index('marking_totals_college').on(table.collegeId),
  ],
)

/** A student's objection to a question of an attempt, while the key is provisional. */
export const objections = sqliteTable(
  'objections',
  {
    id: text().primaryKey(),
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    questionId: text()
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    attemptId: text()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    studentId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    collegeId: text()
      .notNull()
      .references(() => colleges.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    status: text({ enum: objectionStatuses }).notNull().default('open'),
    createdAt: integer().notNull(),
    reply: text(),
    repliedBy: text().references(() => users.id, { onDelete: 'set null' }),
    repliedAt: integer(),
  },
  (table) => [
    uniqueIndex('objections_attempt_question').on(table.attemptId, table.questionId),
    index('objections_test_status').on(table.testId, table.status, table.createdAt),
    index('objections_question').on(table.questionId),
    index('objections_student').on(table.studentId),
    index('objections_college').on(table.collegeId),
    index('objections_replied_by').on(table.repliedBy),
  ],
)
