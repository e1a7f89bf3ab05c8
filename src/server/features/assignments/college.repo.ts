import { and, asc, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { testGroupTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, contains, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { CollegeTestQuery, CollegeTestSort } from '#shared/assignments/assignments.schema.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'

type Filter = Omit<CollegeTestQuery, 'page' | 'limit' | 'sort'>

const timingIs = (timing: NonNullable<Filter['timing']>, now: number): SQL =>
  ({
    Upcoming: sql`${tests.startDateTime} > ${now}`,
    Active: sql`${tests.startDateTime} <= ${now} and ${tests.endDateTime} >= ${now}`,
    Ended: sql`${tests.endDateTime} < ${now}`,
  })[timing]

/** When sorting by assignment date, tests that were never offered come last in both directions. */
const orders: Record<CollegeTestSort, SQL[]> = {
  name: [sql`${tests.testName} collate nocase`, asc(tests.id)],
  '-name': [sql`${tests.testName} collate nocase desc`, desc(tests.id)],
  assigned: [sql`${assignments.assignedAt} nulls last`, asc(tests.createdAt), asc(tests.id)],
  '-assigned': [sql`${assignments.assignedAt} desc nulls last`, desc(tests.createdAt), desc(tests.id)],
  starts: [asc(tests.startDateTime), asc(tests.id)],
  '-starts': [desc(tests.startDateTime), desc(tests.id)],
}

export const collegeTestsRepo = repository((db) => {
  const offeredTo = (scope: CollegeScope) =>
    and(eq(assignments.testId, tests.id), eq(assignments.collegeId, scope.collegeId))
  const matching = (scope: CollegeScope, { testType, subject, search, timing, isAssigned }: Filter, now: number) =>
    and(
      isNull(tests.deletedAt),
      // Hide tests written by other colleges.
      or(isNull(tests.collegeId), eq(tests.collegeId, scope.collegeId)),
      testType ? eq(tests.testType, testType) : undefined,
      subject ? eq(tests.subject, subject) : undefined,
      search ? contains(search, tests.testName) : undefined,
      timing ? timingIs(timing, now) : undefined,
      isAssigned === undefined ? undefined : isAssigned ? isNotNull(assignments.id) : isNull(assignments.id),
    )
  const withStatus = ({ status }: Filter) =>
    status === undefined
      ? undefined
      : status === 'not_assigned'
        ? isNull(assignments.id)
        : eq(assignments.status, status)
  const groups = db
    .select({
      batch: testGroupTotals.batch,
      branch: testGroupTotals.branch,
      assigned: testGroupTotals.assigned,
      students: testGroupTotals.students,
      completed: testGroupTotals.completed,
      percentages: sql<number>`${testGroupTotals.percentages} / ${percentUnits}`,
    })
    .from(testGroupTotals)
    .where(bound(testGroupTotals, 'collegeId', 'testId'))
    .prepare()

  return {
    list: async (scope: CollegeScope, query: CollegeTestQuery, now: number) =>
      db
        .select({ test: tests, assignment: assignments })
        .from(tests)
        .leftJoin(assignments, offeredTo(scope))
        .where(and(matching(scope, query, now), withStatus(query)))
        .orderBy(...orders[query.sort])
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    /** Number of tests per status, ignoring the status filter. */
    countByStatus: async (scope: CollegeScope, filter: Filter, now: number) =>
      db
        .select({ status: assignments.status, total: count() })
        .from(tests)
        .leftJoin(assignments, offeredTo(scope))
        .where(matching(scope, filter, now))
        .groupBy(assignments.status),
    /** Students, attempts and scores of a test, by group. */
    groups: async ({ collegeId }: CollegeScope, testId: string) => groups.all({ collegeId, testId }),
  }
})
