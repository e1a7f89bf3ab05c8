import { and, asc, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { groupTotals, studentTotals, submissionTotals, testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { quarterOf } from '#shared/reports/days.rules.ts'
import type { PerformanceRowsQuery } from '#shared/reports/performance.schema.ts'
import type { GroupFilter } from '#shared/reports/reports.schema.ts'
import { inGroup, isMarked, isNamed, isOf, studentColumns, sumOf, sumsOf, totalsOf } from '../reports.repo.ts'

/** A college, or null for the whole platform (owner only). */
export type Extent = CollegeScope | null

type Found = GroupFilter & Pick<PerformanceRowsQuery, 'search'>
export interface Slice {
  limit: number
  offset: number
}

/** Filter for attempts. Times are ms UTC; the end is exclusive. */
export interface Attempted {
  from?: number | undefined
  to?: number | undefined
  subject?: string | undefined
  testId?: string | undefined
}

export const isCounted = ({ from, to, subject, testId }: Attempted) =>
  and(
    isMarked,
    from === undefined ? undefined : gte(attempts.submittedAt, from),
    to === undefined ? undefined : lt(attempts.submittedAt, to),
    testId === undefined ? undefined : eq(attempts.testId, testId),
    // Unary plus keeps SQLite from looking up the attempts of every test on the platform.
    subject === undefined
      ? undefined
      : sql`+${attempts.testId} in (select ${tests.id} from ${tests} where ${tests.subject} = ${subject})`,
  )

export const person = { id: users.id, ...studentColumns }

/** Sort keys by column name; ties are broken by id, as in the indexes. */
const orders: Record<PerformanceRowsQuery['sort'], SQL[]> = {
  name: [sql`${users.name} collate nocase`, asc(users.id)],
  '-name': [sql`${users.name} collate nocase desc`, desc(users.id)],
  average: [asc(studentTotals.average), asc(studentTotals.studentId)],
  '-average': [desc(studentTotals.average), desc(studentTotals.studentId)],
  attempts: [asc(studentTotals.completed), asc(studentTotals.studentId)],
  '-attempts': [desc(studentTotals.completed), desc(studentTotals.studentId)],
}

export const performanceRepo = repository((db) => {
  const groups = (extent: Extent, filter: GroupFilter) =>
    and(extent ? eq(groupTotals.collegeId, extent.collegeId) : undefined, inGroup(groupTotals, filter))
  const students = (extent: Extent, filter: GroupFilter) =>
    and(eq(users.role, 'student'), extent ? eq(users.collegeId, extent.collegeId) : undefined, inGroup(users, filter))
  const withAttempts = (extent: Extent, filter: Found) =>
    and(
      // The platform's indexes contain only students with attempts. For a college, the unary plus makes SQLite scan
      // the index in order instead of searching it for such students.
      extent ? sql`+${studentTotals.completed} > 0` : sql`${studentTotals.completed} > 0`,
      extent ? eq(studentTotals.collegeId, extent.collegeId) : undefined,
      inGroup(users, filter),
      isNamed(filter.search),
    )
  return {
    sums: async (extent: Extent, filter: GroupFilter) =>
      db
        .select({ students: sumOf(groupTotals.students), active: sumOf(groupTotals.active), ...sumsOf(groupTotals) })
        .from(groupTotals)
        .where(groups(extent, filter))
        .get(),
    /** Totals of the submissions since a time, which must be the start of a quarter-hour. */
    sumsSince: async (scope: CollegeScope, since: number) =>
      db
        .select(sumsOf(submissionTotals))
        .from(submissionTotals)
        .where(and(eq(submissionTotals.collegeId, scope.collegeId), gte(submissionTotals.quarter, quarterOf(since))))
        .get(),
    sections: async (extent: Extent, filter: GroupFilter) =>
      db
        .select({ section: groupTotals.section, students: sumOf(groupTotals.students), ...sumsOf(groupTotals) })
        .from(groupTotals)
        .where(groups(extent, filter))
        .groupBy(groupTotals.section)
        .having(({ students, completed }) => sql`${students} > 0 or ${completed} > 0`)
        .orderBy(asc(groupTotals.section)),
    /** The college's subjects with attempts, best average first. */
    subjects: async (scope: CollegeScope) =>
      db
        .select({ subject: tests.subject, ...sumsOf(testTotals) })
        .from(testTotals)
        .innerJoin(tests, eq(tests.id, testTotals.testId))
        .where(eq(testTotals.collegeId, scope.collegeId))
        .groupBy(tests.subject)
        .having(sql`${sumOf(testTotals.completed)} > 0`)
        .orderBy(sql`${sumOf(testTotals.percentages)} * 1.0 / ${sumOf(testTotals.completed)} desc`),
    /** Time of the college's latest submission; undefined if there is none. */
    lastSubmission: async (scope: CollegeScope) =>
      db
        .select({ submittedAt: sql<number>`${attempts.submittedAt}` })
        .from(attempts)
        .where(and(eq(attempts.collegeId, scope.collegeId), isMarked))
        .orderBy(desc(attempts.submittedAt))
        .limit(1)
        .get()?.submittedAt,
    students: async (extent: Extent, filter: GroupFilter, { limit, offset }: Slice) =>
      db
        .select(person)
        .from(users)
        .where(students(extent, filter))
        .orderBy(...orders.name)
        .limit(limit)
        .offset(offset),
    /** Students with attempts and their sums. @param fewPeople see `preferGroupScan` */
    rows: async (
      extent: Extent,
      filter: Found,
      sort: PerformanceRowsQuery['sort'],
      { limit, offset }: Slice,
      fewPeople: boolean,
    ) => {
      const found = db.select({ ...person, ...totalsOf(studentTotals) })
      // The first table is scanned: it either provides the order or has few matching rows.
      const peopleFirst = fewPeople || sort.endsWith('name')
      return (peopleFirst ? found.from(users).crossJoin(studentTotals) : found.from(studentTotals).crossJoin(users))
        .where(
          and(
            eq(studentTotals.studentId, users.id),
            peopleFirst ? students(extent, filter) : undefined,
            withAttempts(extent, filter),
          ),
        )
        .orderBy(...orders[sort])
        .limit(limit)
        .offset(offset)
    },
    /** The students who follow `after`, best first. */
    rowsAfter: async (
      extent: Extent,
      filter: Found,
      after: { id: string; average: number | null } | undefined,
      limit: number,
    ) =>
      db
        .select({
          ...person,
          idNumber: sql<string>`coalesce(${users.idNumber}, '')`,
          college: sql<string>`coalesce(${colleges.name}, '')`,
          average: studentTotals.average,
          ...totalsOf(studentTotals),
        })
        .from(studentTotals)
        .innerJoin(users, eq(users.id, studentTotals.studentId))
        .leftJoin(colleges, eq(colleges.id, studentTotals.collegeId))
        .where(
          and(
            withAttempts(extent, filter),
            after && sql`(${studentTotals.average}, ${studentTotals.studentId}) < (${after.average}, ${after.id})`,
          ),
        )
        .orderBy(...orders['-average'])
        .limit(limit),
    countRows: async (extent: Extent, filter: Found) =>
      db
        .select({ total: sql<number>`count(*)` })
        .from(users)
        .innerJoin(studentTotals, eq(studentTotals.studentId, users.id))
        .where(and(students(extent, filter), withAttempts(extent, filter)))
        .get()?.total ?? 0,
    /** The newest attempts. @param fewPeople see `preferGroupScan` */
    latest: async (extent: Extent, filter: GroupFilter, attempted: Attempted, limit: number, fewPeople: boolean) => {
      const found = db.select({
        attemptId: attempts.id,
        testId: tests.id,
        testName: tests.testName,
        subject: tests.subject,
        percentage: sql<number>`${attempts.percentage}`,
        marksObtained: sql<number>`${attempts.marksObtained}`,
        totalMarks: sql<number>`${attempts.totalMarks}`,
        submittedAt: sql<number>`${attempts.submittedAt}`,
        student: person,
      })
      return (fewPeople ? found.from(users).crossJoin(attempts) : found.from(attempts).crossJoin(users))
        .innerJoin(tests, eq(tests.id, attempts.testId))
        .where(
          and(
            eq(users.id, attempts.studentId),
            fewPeople ? students(extent, filter) : isOf(users, attempts.studentId, inGroup(users, filter)),
            extent ? eq(attempts.collegeId, extent.collegeId) : undefined,
            isCounted(attempted),
          ),
        )
        .orderBy(desc(attempts.submittedAt))
        .limit(limit)
    },
    countTests: async () => db.$count(tests, isNull(tests.deletedAt)),
  }
})
