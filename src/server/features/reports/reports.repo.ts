import { and, eq, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { attempts } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { contains } from '#server/platform/db.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'
import type { GroupFilter } from '#shared/reports/reports.schema.ts'
import { passMark } from '#shared/tests/scheme.rules.ts'

/** Shared parts of the report queries. */

interface SumColumns {
  completed: SQLWrapper
  passed: SQLWrapper
  percentages: SQLWrapper
  marksObtained: SQLWrapper
  totalMarks: SQLWrapper
}

const total = (column: SQLWrapper) => sql<number>`coalesce(sum(${column}), 0)`

/** `Totals` of one row; marks are stored in hundredths. */
export const totalsOf = (table: SumColumns) => ({
  completed: sql<number>`${table.completed}`,
  passed: sql<number>`${table.passed}`,
  percentages: sql<number>`${table.percentages} / ${percentUnits}`,
  marksObtained: sql<number>`${table.marksObtained} / 100.0`,
  totalMarks: sql<number>`${table.totalMarks} / 100.0`,
})

/** `Totals` summed over all rows. */
export const sumsOf = (table: SumColumns) => ({
  completed: total(table.completed),
  passed: total(table.passed),
  percentages: sql<number>`${total(table.percentages)} / ${percentUnits}`,
  marksObtained: sql<number>`${total(table.marksObtained)} / 100.0`,
  totalMarks: sql<number>`${total(table.totalMarks)} / 100.0`,
})

export const sumOf = total

interface GroupColumns {
  batch: SQLiteColumn
  branch: SQLiteColumn
  section: SQLiteColumn
}

/** Rows of this group; fields that are left out match all. */
export const inGroup = (table: GroupColumns, { batch, branch, section }: GroupFilter): SQL | undefined =>
  and(
    batch ? eq(table.batch, batch) : undefined,
    branch ? eq(table.branch, branch) : undefined,
    section ? eq(table.section, section) : undefined,
  )

/** Students whose name, email or ID number contains this text. */
export const isNamed = (search: string | undefined): SQL | undefined =>
  search ? contains(search.trim(), users.name, users.email, users.idNumber) : undefined

/**
 * A condition on the row referenced by a scanned row. It is a subquery because SQLite ignores the LIMIT when planning
 * a join: it would first read all of a table smaller than the scanned one, to build a Bloom filter.
 */
export const isOf = (table: SQLiteTable & { id: SQLiteColumn }, id: SQLiteColumn, condition: SQL | undefined) =>
  condition && sql`(select ${condition} from ${table} where ${table.id} = ${id})`

/** Time spent on an attempt, in ms by the server's clock; see `timeSpentOn`. */
export const spentMs = (attempts: {
  submittedAt: SQLiteColumn
  startedAt: SQLiteColumn
  deadline: SQLiteColumn
  pausedMs: SQLiteColumn
}) =>
  sql<number>`max(0, min(${attempts.submittedAt}, ${attempts.deadline}) - ${attempts.startedAt} - ${attempts.pausedMs})`

/** Columns that identify a student in a report. */
export const studentColumns = {
  name: users.name,
  email: users.email,
  branch: sql<string>`coalesce(${users.branch}, '')`,
  batch: sql<string>`coalesce(${users.batch}, '')`,
  section: sql<string>`coalesce(${users.section}, '')`,
}

/**
 * True to find a page of attempts by looking up the group's people and sorting their attempts, rather than by scanning
 * all attempts in order.
 * @param needed rows up to the end of the page
 * @param group totals of the requested group
 * @param all number of attempts that would be scanned
 */
export const preferGroupScan = (needed: number, group: { students: number; completed: number }, all: number) =>
  group.completed < all && (needed * all) / Math.max(1, group.completed) > group.students + group.completed

/** Limit and offset of a page or, if none is requested, of everything. */
export const pageOf = ({ page, limit }: { page?: number | undefined; limit?: number | undefined }) => {
  const size = limit ?? (page === undefined ? -1 : 20)
  return { limit: size, offset: size < 0 ? 0 : ((page ?? 1) - 1) * size }
}

/** True if an attempt counts in reports: submitted and fully marked. Worded as in the indexes. */
export const isMarked = and(isNotNull(attempts.submittedAt), sql`(${attempts.percentage} is null) = 0`)
/** 1 if an attempt passed; see `hasPassed`. */
export const isPassed = sql<number>`coalesce(${attempts.passed}, ${attempts.percentage} >= ${passMark})`
