import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { objectionStatuses } from '#shared/marking/objections.rules.ts'
import { attempts } from './attempts.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'
import { questions, tests } from './tests.ts'

/** Faculty who mark a test. If a college has no rows here, all of its faculty mark. */
export const markers = sqliteTable(
  'markers',
  {
    testId: ownedBy(() => tests.id),
    userId: ownedBy(() => users.id),
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
    testId: ownedBy(() => tests.id),
    collegeId: ownedBy(() => colleges.id),
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
    testId: ownedBy(() => tests.id),
    questionId: ownedBy(() => questions.id),
    attemptId: ownedBy(() => attempts.id),
    studentId: ownedBy(() => users.id),
    collegeId: ownedBy(() => colleges.id),
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
