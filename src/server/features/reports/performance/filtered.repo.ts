import { and, asc, desc, eq, exists, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { submissionTotals, testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { quarterOf } from '#shared/reports/days.rules.ts'
import type { PerformanceRowsQuery } from '#shared/reports/performance.schema.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'
import type { GroupFilter } from '#shared/reports/reports.schema.ts'
import { inGroup, isNamed, isPassed, sumOf, sumsOf, totalsOf } from '../reports.repo.ts'
import { type Attempted, type Extent, isCounted, person, type Slice } from './performance.repo.ts'

/** Sums a column in the units of the stored totals. */
const unitsOf = (column: SQLWrapper, units: number) => sql<number>`sum(cast(round(${column} * ${units}) as integer))`
const counted = sql<number>`count(*)`
const percentages = unitsOf(attempts.percentage, percentUnits)

/** Sums that the stored totals cannot provide: for attempts in a date range, in one subject or at one test. */
export const filteredRepo = repository((db) => {
  const isCountedIn = (extent: Extent, filter: Attempted) =>
    and(extent ? eq(attempts.collegeId, extent.collegeId) : undefined, isCounted(filter))
  const isCountedOf = (scope: CollegeScope, group: GroupFilter, filter: Attempted) => {
    const named = inGroup(users, group)
    const inCollege = and(equals(users, { collegeId: scope.collegeId, role: 'student' }), named)
    return and(
      isCountedIn(scope, filter),
      named && sql`+${attempts.studentId} in (select ${users.id} from ${users} where ${inCollege})`,
    )
  }
  /** Shaped like `studentTotals`: sums are computed per student before any lookup. */
  const byStudent = (extent: Extent, filter: Attempted) =>
    db
      .select({
        studentId: attempts.studentId,
        completed: counted.as('completed'),
        passed: sql<number>`sum(${isPassed})`.as('passed'),
        percentages: percentages.as('percentages'),
        marksObtained: unitsOf(attempts.marksObtained, 100).as('marks_obtained'),
        totalMarks: unitsOf(attempts.totalMarks, 100).as('total_marks'),
      })
      .from(attempts)
      .where(isCountedIn(extent, filter))
      // Unary plus keeps SQLite from scanning every college's attempts in student order.
      .groupBy(sql`+${attempts.studentId}`)
      .as('done')
  return {
    sections: async (extent: Extent, group: GroupFilter, filter: Attempted) => {
      const done = byStudent(extent, filter)
      return db
        .select({ section: sql<string>`coalesce(${users.section}, '')`, ...sumsOf(done) })
        .from(done)
        .crossJoin(users)
        .where(and(eq(users.id, done.studentId), inGroup(users, group)))
        .groupBy(users.section)
    },
    /** A page of students; `total` on each row counts all of them. */
    rows: async (
      extent: Extent,
      { search, ...group }: GroupFilter & Pick<PerformanceRowsQuery, 'search'>,
      filter: Attempted,
      sort: PerformanceRowsQuery['sort'],
      { limit, offset }: Slice,
    ) => {
      const done = byStudent(extent, filter)
      const average = sql`${done.percentages} * 1.0 / ${done.completed}`
      const orders: Record<PerformanceRowsQuery['sort'], SQL[]> = {
        name: [sql`${users.name} collate nocase`, asc(users.id)],
        '-name': [sql`${users.name} collate nocase desc`, desc(users.id)],
        average: [asc(average), asc(users.id)],
        '-average': [desc(average), desc(users.id)],
        attempts: [asc(done.completed), asc(users.id)],
        '-attempts': [desc(done.completed), desc(users.id)],
      }
      return db
        .select({
          ...person,
          idNumber: sql<string>`coalesce(${users.idNumber}, '')`,
          college: sql<string>`coalesce((select ${colleges.name} from ${colleges} where ${colleges.id} = ${users.collegeId}), '')`,
          ...totalsOf(done),
          total: sql<number>`count(*) over ()`,
        })
        .from(done)
        .crossJoin(users)
        .where(and(eq(users.id, done.studentId), inGroup(users, group), isNamed(search)))
        .orderBy(...orders[sort])
        .limit(limit)
        .offset(offset)
    },
    /** Submission time of the first of these attempts; undefined if there are none. */
    first: async (scope: CollegeScope, group: GroupFilter, filter: Attempted) =>
      db
        .select({ submittedAt: sql<number>`${attempts.submittedAt}` })
        .from(attempts)
        .where(isCountedOf(scope, group, filter))
        .orderBy(asc(attempts.submittedAt))
        .limit(1)
        .get()?.submittedAt,
    /** The pass mark of the tests with attempts in the time spans; null if the tests have different ones. */
    passMark: async (scope: CollegeScope, group: GroupFilter, filter: Attempted, starts: readonly number[]) => {
      const [least, most] = [sql`min(${tests.passMark})`, sql`max(${tests.passMark})`]
      const isShown = and(
        eq(attempts.testId, tests.id),
        isCountedOf(scope, group, filter),
        // Unary plus keeps SQLite from scanning the college's attempts once per test.
        sql`+${attempts.submittedAt} >= ${starts[0]}`,
        sql`+${attempts.submittedAt} < ${starts.at(-1)}`,
      )
      return (
        db
          .select({ passMark: sql<number | null>`case when ${least} = ${most} then ${least} end` })
          .from(testTotals)
          .innerJoin(tests, eq(tests.id, testTotals.testId))
          .where(
            and(
              equals(testTotals, { collegeId: scope.collegeId }),
              gt(testTotals.completed, 0),
              exists(db.select({ id: attempts.id }).from(attempts).where(isShown)),
            ),
          )
          .get()?.passMark ?? null
      )
    },
    /** Sums per time span, keyed by position; `starts` are the boundaries. Empty spans are omitted. */
    spans: async (scope: CollegeScope, group: GroupFilter, filter: Attempted, starts: readonly number[]) =>
      db
        .select({
          place: sql<number>`span.key`,
          completed: counted,
          percentages: sql<number>`${percentages} / ${percentUnits}`,
        })
        .from(betweenEach(starts))
        .crossJoin(attempts)
        .where(
          and(
            isCountedOf(scope, group, filter),
            sql`${attempts.submittedAt} >= span.value ->> 0`,
            sql`${attempts.submittedAt} < span.value ->> 1`,
          ),
        )
        .groupBy(sql`span.key`),
    /** Same as `spans`, but over all attempts and from the stored totals. */
    spansOfAll: async (scope: CollegeScope, starts: readonly number[]) => {
      const { completed, percentages } = sumsOf(submissionTotals)
      return db
        .select({ place: sql<number>`span.key`, completed, percentages })
        .from(betweenEach(starts.map(quarterOf)))
        .crossJoin(submissionTotals)
        .where(
          and(
            eq(submissionTotals.collegeId, scope.collegeId),
            sql`${submissionTotals.quarter} >= span.value ->> 0`,
            sql`${submissionTotals.quarter} < span.value ->> 1`,
          ),
        )
        .groupBy(sql`span.key`)
        .having(sql`${sumOf(submissionTotals.completed)} > 0`)
    },
  }
})

/** Time spans as a table `span`: the key is the position, the value contains the start and the exclusive end. */
const betweenEach = (starts: readonly number[]) =>
  sql`json_each(${JSON.stringify(starts.slice(0, -1).map((start, place) => [start, starts[place + 1]]))}) as span`
