import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ItemFold } from '#shared/reports/items/fold.rules.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/**
 * Running totals for reports, maintained by triggers within each change's transaction (migration `reports`,
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

/** Counts of distinct students: all who submitted a test, and all whose latest submitted attempt passed. */
const people = {
  students: integer().notNull().default(0),
  studentsPassed: integer().notNull().default(0),
}

const group = { batch: text().notNull(), branch: text().notNull(), section: text().notNull() }

const testId = () => ownedBy(() => tests.id)

const collegeId = () => ownedBy(() => colleges.id)

/** Totals per test and college. */
export const testTotals = sqliteTable(
  'test_totals',
  { testId: testId(), collegeId: collegeId(), assigned: integer().notNull().default(0), ...sums, ...people },
  (table) => [
    primaryKey({ columns: [table.testId, table.collegeId] }),
    index('test_totals_college').on(table.collegeId),
  ],
)

/** Totals per test and group of a college. */
export const testGroupTotals = sqliteTable(
  'test_group_totals',
  { testId: testId(), collegeId: collegeId(), ...group, assigned: integer().notNull().default(0), ...sums, ...people },
  (table) => [
    primaryKey({ columns: [table.collegeId, table.testId, table.batch, table.branch, table.section] }),
    index('test_group_totals_test').on(table.testId),
  ],
)

/** Per group of a college: the number of students, and how many of them have submitted an attempt. */
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
 * A student's totals; the first submitted attempt creates the row. `average` is the mean percentage, in `percentUnits`.
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
 * Submissions per quarter hour, numbered from 1970 UTC. Time zone offsets are multiples of a quarter hour, so a
 * viewer's day is a sum of quarters. The platform's own rows have an empty `collegeId`.
 */
export const submissionTotals = sqliteTable(
  'submission_totals',
  { collegeId: text().notNull(), quarter: integer().notNull(), ...sums },
  (table) => [primaryKey({ columns: [table.collegeId, table.quarter] })],
)

/** Current users by role and quarter hour of creation. */
export const arrivalTotals = sqliteTable(
  'arrival_totals',
  { role: text().notNull(), quarter: integer().notNull(), users: integer().notNull().default(0) },
  (table) => [primaryKey({ columns: [table.role, table.quarter] })],
)

/**
 * A test's folded answers in one college (src/shared/reports/items/fold.rules.ts). `stale` is set when a folded attempt
 * is regraded, reopened or deleted. The fold is then rebuilt.
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

/** A test's folds, merged across colleges. Built on demand and deleted when a fold changes. */
export const itemFoldSums = sqliteTable('item_fold_sums', {
  testId: testId().primaryKey(),
  fold: text({ mode: 'json' }).$type<ItemFold>().notNull(),
})

/** Submitted attempts yet to be folded, because submitting does not wait for folding. Maintained by triggers. */
export const itemPending = sqliteTable(
  'item_pending',
  { attemptId: text().primaryKey(), testId: text().notNull(), collegeId: text().notNull() },
  (table) => [index('item_pending_test').on(table.testId, table.collegeId)],
)
