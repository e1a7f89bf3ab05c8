import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ItemFold } from '#shared/reports/items/fold.rules.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/**
 * Running totals for reports. Triggers maintain them in the transaction of the change (migration `reports`,
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

/** Students who submitted a test, each once, and those of them whose latest submitted attempt passed. */
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

/** A test in a college. */
export const testTotals = sqliteTable(
  'test_totals',
  { testId: testId(), collegeId: collegeId(), assigned: integer().notNull().default(0), ...sums, ...people },
  (table) => [
    primaryKey({ columns: [table.testId, table.collegeId] }),
    index('test_totals_college').on(table.collegeId),
  ],
)

/** A test among one group of a college. */
export const testGroupTotals = sqliteTable(
  'test_group_totals',
  { testId: testId(), collegeId: collegeId(), ...group, assigned: integer().notNull().default(0), ...sums, ...people },
  (table) => [
    primaryKey({ columns: [table.collegeId, table.testId, table.batch, table.branch, table.section] }),
    index('test_group_totals_test').on(table.testId),
  ],
)

/** A group of a college: how many students are in it, and how many of them have submitted something. */
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
 * A student, from the first submitted attempt on. `average` is of the percentages, in their unit; null of none. `kinds` names the
 * kinds of tests submitted, each once, as `[Practice/Verbal]`: who has a kind of them is counted without looking at the attempts.
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
 * Submissions of each quarter of an hour, counted since 1970 UTC: every time zone is some quarters away, so days are the sums
 * of the viewer's. The platform's own rows have no college.
 */
export const submissionTotals = sqliteTable(
  'submission_totals',
  { collegeId: text().notNull(), quarter: integer().notNull(), ...sums },
  (table) => [primaryKey({ columns: [table.collegeId, table.quarter] })],
)

/** How many of those who are there now came in each quarter of an hour, by role. */
export const arrivalTotals = sqliteTable(
  'arrival_totals',
  { role: text().notNull(), quarter: integer().notNull(), users: integer().notNull().default(0) },
  (table) => [primaryKey({ columns: [table.role, table.quarter] })],
)

/**
 * The folded answers of a test in one college (src/shared/reports/items/fold). `stale` is set when a folded attempt is
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

/** The merged fold of all colleges. Built on demand, deleted when one of them changes. */
export const itemFoldSums = sqliteTable('item_fold_sums', {
  testId: testId().primaryKey(),
  fold: text({ mode: 'json' }).$type<ItemFold>().notNull(),
})

/** Submitted attempts that are not folded yet: submitting does not wait for it. Kept by triggers, too. */
export const itemPending = sqliteTable(
  'item_pending',
  { attemptId: text().primaryKey(), testId: text().notNull(), collegeId: text().notNull() },
  (table) => [index('item_pending_test').on(table.testId, table.collegeId)],
)
