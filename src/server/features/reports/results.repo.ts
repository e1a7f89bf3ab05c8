import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { studentTotals, testGroupTotals, testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { ResultFilter, ResultRowsQuery } from '#shared/reports/results.schema.ts'
import { inGroup, isMarked, isNamed, isOf, isPassed, pageOf, spentMs, studentColumns, sumsOf } from './reports.repo.ts'

/** Query plan for a page: scan all attempts in order, or look up attempts by people or by tests. */
export type Plan = 'order' | 'people' | 'tests'

/** Ties are broken as in the indexes. */
const orders = {
  completed: [asc(attempts.submittedAt), asc(attempts.testId), asc(attempts.studentId)],
  '-completed': [desc(attempts.submittedAt), desc(attempts.testId), desc(attempts.studentId)],
  percentage: [asc(attempts.percentage), asc(attempts.testId), asc(attempts.studentId)],
  '-percentage': [desc(attempts.percentage), desc(attempts.testId), desc(attempts.studentId)],
}

export const resultsRepo = repository((db) => {
  const ofKind = ({ testType, subject }: ResultFilter) =>
    and(testType ? eq(tests.testType, testType) : undefined, subject ? eq(tests.subject, subject) : undefined)
  const ofPeople = (filter: ResultFilter) => and(inGroup(users, filter), isNamed(filter.studentName))
  const submittedIn = (scope: CollegeScope) => and(eq(attempts.collegeId, scope.collegeId), isMarked)

  return {
    rows: async (
      scope: CollegeScope,
      query: ResultFilter & { sort: ResultRowsQuery['sort']; page?: number | undefined; limit?: number | undefined },
      plan: Plan,
    ) => {
      const { limit, offset } = pageOf(query)
      const found = db.select({
        id: attempts.id,
        studentId: attempts.studentId,
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
        unanswered: sql<number>`${attempts.unanswered}`,
        percentage: sql<number>`${attempts.percentage}`,
        passed: attempts.passed,
        passMark: tests.passMark,
        completedAt: sql<number>`${attempts.submittedAt}`,
        spentMs: spentMs(attempts),
      })
      // A cross join fixes the order: SQLite scans the first table and looks up rows in the others.
      const plans = {
        order: () => found.from(attempts).crossJoin(users).crossJoin(tests),
        people: () => found.from(users).crossJoin(attempts).crossJoin(tests),
        tests: () => found.from(testTotals).crossJoin(tests).crossJoin(attempts).crossJoin(users),
      }
      return plans[plan]()
        .where(
          and(
            eq(users.id, attempts.studentId),
            eq(tests.id, attempts.testId),
            submittedIn(scope),
            plan === 'people'
              ? and(eq(users.collegeId, scope.collegeId), ofPeople(query))
              : isOf(users, attempts.studentId, ofPeople(query)),
            plan === 'tests'
              ? and(eq(testTotals.collegeId, scope.collegeId), eq(testTotals.testId, tests.id), ofKind(query))
              : isOf(tests, attempts.testId, ofKind(query)),
          ),
        )
        .orderBy(...orders[query.sort])
        .limit(limit)
        .offset(offset)
    },
    /** Totals of all matches from the stored sums; does not support search by name. */
    sums: async (scope: CollegeScope, filter: ResultFilter) => {
      const group = inGroup(testGroupTotals, filter)
      const totals = group ? testGroupTotals : testTotals
      return db
        .select(sumsOf(totals))
        .from(totals)
        .innerJoin(tests, eq(tests.id, totals.testId))
        .where(and(eq(totals.collegeId, scope.collegeId), group, ofKind(filter)))
        .get()
    },
    /** Same as `sums`, counted row by row for a search by name. */
    counted: async (scope: CollegeScope, filter: ResultFilter) =>
      db
        .select({
          completed: sql<number>`count(*)`,
          passed: sql<number>`coalesce(sum(${isPassed}), 0)`,
          percentages: sql<number>`coalesce(sum(${attempts.percentage}), 0)`,
          students: sql<number>`count(distinct ${attempts.studentId})`,
        })
        .from(users)
        .crossJoin(attempts)
        .innerJoin(tests, eq(tests.id, attempts.testId))
        .where(
          and(
            eq(users.collegeId, scope.collegeId),
            ofPeople(filter),
            eq(attempts.studentId, users.id),
            submittedIn(scope),
            ofKind(filter),
          ),
        )
        .get(),
    /** Number of students with a matching attempt. Checks each student once, regardless of the number of attempts. */
    countStudents: async (scope: CollegeScope, { testType, subject, ...filter }: ResultFilter) => {
      const kind = `${testType ? `[${testType}` : ''}/${subject ? `${subject}]` : ''}`
      const group = inGroup(users, filter)
      return db.$count(
        studentTotals,
        and(
          eq(studentTotals.collegeId, scope.collegeId),
          sql`instr(${studentTotals.kinds}, ${kind})`,
          group && sql`exists (select 1 from ${users} where ${users.id} = ${studentTotals.studentId} and ${group})`,
        ),
      )
    },
  }
})
