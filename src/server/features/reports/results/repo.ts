import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { testGroupTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { passMark } from '#shared/attempts/rules.ts'
import type { ResultFilter, ResultRowsQuery } from '#shared/reports/results/schema.ts'
import { inGroup, isNamed, pageOf, spentMs, studentColumns, sumsOf } from '../repo.ts'

/** Equal ones stand as the indexes have them. */
const orders = {
  completed: [asc(attempts.submittedAt), asc(attempts.testId), asc(attempts.studentId)],
  '-completed': [desc(attempts.submittedAt), desc(attempts.testId), desc(attempts.studentId)],
  percentage: [asc(attempts.percentage), asc(attempts.testId), asc(attempts.studentId)],
  '-percentage': [desc(attempts.percentage), desc(attempts.testId), desc(attempts.studentId)],
}

export const resultsRepo = repository((db) => {
  const ofKind = ({ testType, subject }: ResultFilter) =>
    and(testType ? eq(tests.testType, testType) : undefined, subject ? eq(tests.subject, subject) : undefined)
  const matching = (scope: CollegeScope, filter: ResultFilter) =>
    and(
      eq(attempts.collegeId, scope.collegeId),
      isNotNull(attempts.submittedAt),
      ofKind(filter),
      inGroup(users, filter),
      isNamed(filter.studentName),
    )

  return {
    /** @param fewPeople see `isOfFew` */
    rows: async (
      scope: CollegeScope,
      query: ResultFilter & { sort: ResultRowsQuery['sort']; page?: number | undefined; limit?: number | undefined },
      fewPeople: boolean,
    ) => {
      const { limit, offset } = pageOf(query)
      const found = db.select({
        id: attempts.id,
        student: studentColumns,
        testName: tests.testName,
        companyName: tests.companyName,
        difficulty: tests.difficulty,
        testType: tests.testType,
        subject: tests.subject,
        marksObtained: sql<number>`${attempts.marksObtained}`,
        totalMarks: sql<number>`${attempts.totalMarks}`,
        correctAnswers: sql<number>`${attempts.correctAnswers}`,
        incorrectAnswers: sql<number>`${attempts.incorrectAnswers}`,
        percentage: sql<number>`${attempts.percentage}`,
        completedAt: sql<number>`${attempts.submittedAt}`,
        spentMs: spentMs(attempts),
      })
      return (fewPeople ? found.from(users).crossJoin(attempts) : found.from(attempts).crossJoin(users))
        .innerJoin(tests, eq(tests.id, attempts.testId))
        .where(
          and(
            eq(users.id, attempts.studentId),
            fewPeople ? eq(users.collegeId, scope.collegeId) : undefined,
            matching(scope, query),
          ),
        )
        .orderBy(...orders[query.sort])
        .limit(limit)
        .offset(offset)
    },
    /** What all that match came to, out of the sums: without a name. */
    sums: async (scope: CollegeScope, filter: ResultFilter) =>
      (
        await db
          .select(sumsOf(testGroupTotals))
          .from(testGroupTotals)
          .innerJoin(tests, eq(tests.id, testGroupTotals.testId))
          .where(and(eq(testGroupTotals.collegeId, scope.collegeId), inGroup(testGroupTotals, filter), ofKind(filter)))
      )[0],
    /** The same, counted one by one: for those whose name contains something. */
    counted: async (scope: CollegeScope, filter: ResultFilter) =>
      (
        await db
          .select({
            completed: sql<number>`count(*)`,
            passed: sql<number>`coalesce(sum(${attempts.percentage} >= ${passMark}), 0)`,
            percentages: sql<number>`coalesce(sum(cast(round(${attempts.percentage} * 100) as integer)), 0) / 100.0`,
            students: sql<number>`count(distinct ${attempts.studentId})`,
          })
          .from(attempts)
          .innerJoin(users, eq(users.id, attempts.studentId))
          .innerJoin(tests, eq(tests.id, attempts.testId))
          .where(matching(scope, filter))
      )[0],
    /** How many students have an attempt that matches: each is asked once, however many attempts there are. */
    countStudents: async (scope: CollegeScope, filter: ResultFilter) =>
      db.$count(
        users,
        and(
          eq(users.collegeId, scope.collegeId),
          inGroup(users, filter),
          sql`exists (select 1 from ${attempts} join ${tests} on ${tests.id} = ${attempts.testId}
            where ${attempts.studentId} = ${users.id} and ${attempts.submittedAt} is not null and ${ofKind(filter) ?? sql`1`})`,
        ),
      ),
  }
})
