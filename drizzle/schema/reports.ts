import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ItemFold } from '#shared/reports/items/fold.rules.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/**
 * Running totals for reports, maintained by triggers in the transaction of the change (migration `reports`,
 * docs/decisions/028); nothing else writes here. Marks are in hundredths and percentages in hundred-millionths
 * (`percentUnits`), so adding and subtracting is exact. A group is batch, branch and section; '' means none.
 */
const sums = {
  completed: integer().notNull().default(0),
  passed: integer().notNull().default(0),
  percentages: integer().notNull().default(0),
  marksObtained: integer().notNull().default(0),
  totalMarks: integer().notNull().default(0),
}

/** Distinct students who submitted a test, and how many of them passed their latest submitted attempt. */
const people = {
  students: integer().notNull().default(0),
  studentsPassed: integer().notNull().default(0),
}

const group = { batch: text().notNull(), branch: text().notNull(), section: text().notNull() }

const testId = () =>
  text()
    .notNull()
    .references(() => tests.id, { onDelete: 'cascade' })

const collegeId = () =>
  text()
    .notNull()
    .references(() => colleges.id, { onDelete: 'cascade' })

/** Totals of a test in a college. */
export const testTotals = sqliteTable(
  'test_totals',
  { testId: testId(), collegeId: collegeId(), assigned: integer().notNull().default(0), ...sums, ...people },
  (table) => [
    primaryKey({ columns: [table.testId, table.collegeId] }),
    index('test_totals_college').on(table.collegeId),
  ],
)

/** Totals of a test in one group of a college. */
export const testGroupTotals = sqliteTable(
  'test_group_totals',
  { testId: testId(), collegeId: collegeId(), ...group, assigned: integer().notNull().default(0), ...sums, ...people },
  (table) => [
    primaryKey({ columns: [table.collegeId, table.testId, table.batch, table.branch, table.section] }),
    index('test_group_totals_test').on(table.testId),
  ],
)

/** Number of students in a group of a college, and how many have submitted anything. */
export const groupTotals = sqliteTable(
  'group_totals',
  {
    collegeId: collegeId(),
    ...group,
    students: integer().notNull().default(0),
    active: integer().notNull().default(0),
    ...sums,
  },
  (table) => [primaryKey({ columns: [table.collegeId, table.batch, table.branch, table.section] })],
)

/**
 * A student's totals, from the first submitted attempt on. `average` is the mean of the percentages, in the same unit.
 * `kinds` lists the kinds of submitted tests (`[Practice/Verbal]`), so counting students by kind reads no attempts.
 */
export const studentTotals = sqliteTable(
  'student_totals',
  {
    studentId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    collegeId: collegeId(),
    ...sums,
    average: real(),
    kinds: text().notNull().default(''),
  },
  (table) => [
    index('student_totals_college_average').on(table.collegeId, table.average, table.studentId),
    index('student_totals_college_completed').on(table.collegeId, table.completed, table.studentId, table.kinds),
    index('student_totals_average').on(table.average, table.studentId).where(sql`completed > 0`),
    index('student_totals_completed').on(table.completed, table.studentId).where(sql`completed > 0`),
  ],
)

/**
 * Submissions per quarter hour, numbered from 1970 UTC. Every time zone is offset by whole quarter hours, so a viewer's
 * day is a sum of quarters. The platform's own rows have an empty `collegeId`.
 */
export const submissionTotals = sqliteTable(
  'submission_totals',
  { collegeId: text().notNull(), quarter: integer().notNull(), ...sums },
  (table) => [primaryKey({ columns: [table.collegeId, table.quarter] })],
)

/** Current users by role and by the quarter hour in which they were created. */
export const arrivalTotals = sqliteTable(
  'arrival_totals',
  { role: text().notNull(), quarter: integer().notNull(), users: integer().notNull().default(0) },
  (table) => [primaryKey({ columns: [table.role, table.quarter] })],
)

/**
 * The folded answers of a test in one college (src/shared/reports/items/fold.rules.ts). `stale` is set when a folded attempt is
 * regraded, reopened or deleted; the fold is then rebuilt.
 */
export const itemFolds = sqliteTable(
  'item_folds',
  {
    testId: testId(),
    collegeId: collegeId(),
    fold: text({ mode: 'json' }).$type<ItemFold>().notNull(),
    stale: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.testId, table.collegeId] }),
    index('item_folds_college').on(table.collegeId),
  ],
)

/** A test's folds of all colleges, merged. Built on demand, deleted when one of them changes. */
export const itemFoldSums = sqliteTable('item_fold_sums', {
  testId: testId().primaryKey(),
  fold: text({ mode: 'json' }).$type<ItemFold>().notNull(),
})

/** Submitted attempts not folded yet, because submitting does not wait for the fold. Maintained by triggers. */
export const itemPending = sqliteTable(
  'item_pending',
  { attemptId: text().primaryKey(), testId: text().notNull(), collegeId: text().notNull() },
  (table) => [index('item_pending_test').on(table.testId, table.collegeId)],
)
