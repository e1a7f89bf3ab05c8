import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { contains, repository } from '#server/platform/db.ts'
import type { CollegeScope, StudentScope } from '#server/platform/scope.ts'
import type { ExamListQuery } from '#shared/tests/tests.schema.ts'

type Filter = Omit<ExamListQuery, 'page' | 'limit'>
/** A college's decisions on offered tests. */
type Answers = readonly ('pending' | 'accepted' | 'rejected')[]

export const examsRepo = repository((db) => {
  const kind = { testType: tests.testType, subject: tests.subject, total: count() }
  const ofKind = [tests.testType, tests.subject] as const
  const matching = ({ testType, subject, search }: Filter) =>
    and(
      testType ? eq(tests.testType, testType) : undefined,
      subject ? eq(tests.subject, subject) : undefined,
      search ? contains(search, tests.testName) : undefined,
    )
  const newest = [desc(tests.createdAt), desc(tests.id)] as const
  const offeredTo = (scope: CollegeScope, answers: Answers) =>
    and(eq(assignments.collegeId, scope.collegeId), inArray(assignments.status, answers), isNull(tests.deletedAt))
  // Students who started a test keep it after it is deleted.
  const givenTo = ({ collegeId, studentId }: StudentScope) =>
    and(
      eq(studentAssignments.studentId, studentId),
      // Unary plus keeps SQLite from scanning all the college's offers instead of the student's few.
      sql`+${assignments.collegeId} = ${collegeId}`,
      eq(assignments.status, 'accepted'),
      sql`(${tests.deletedAt} is null or exists (select 1 from ${attempts}
        where ${attempts.studentId} = ${studentAssignments.studentId} and ${attempts.testId} = ${tests.id}))`,
    )
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const first = (rows: { total: number }[]) => rows[0]?.total ?? 0

  return {
    /** Number of tests by type and subject. */
    kinds: async () =>
      db
        .select(kind)
        .from(tests)
        .where(isNull(tests.deletedAt))
        .groupBy(...ofKind),
    /** Same as `kinds`, for tests offered to a college. */
    kindsOfCollege: async (scope: CollegeScope, answers: Answers) =>
      db
        .select(kind)
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(offeredTo(scope, answers))
        .groupBy(...ofKind),
    /** Same as `kinds`, for a student's own tests. */
    kindsOfStudent: async (scope: StudentScope) =>
      db
        .select(kind)
        .from(studentAssignments)
        .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(givenTo(scope))
        .groupBy(...ofKind),
    /** A page of the tests offered to a college, newest first. */
    idsOfCollege: async (scope: CollegeScope, answers: Answers, { page, limit, ...filter }: ExamListQuery) =>
      ids(
        await db
          .select({ id: tests.id })
          .from(assignments)
          .innerJoin(tests, eq(tests.id, assignments.testId))
          .where(and(offeredTo(scope, answers), matching(filter)))
          .orderBy(...newest)
          .limit(limit)
          .offset((page - 1) * limit),
      ),
    countOfCollege: async (scope: CollegeScope, answers: Answers, filter: Filter) =>
      first(
        await db
          .select({ total: count() })
          .from(assignments)
          .innerJoin(tests, eq(tests.id, assignments.testId))
          .where(and(offeredTo(scope, answers), matching(filter))),
      ),
    /** A page of a student's tests, newest first. */
    idsOfStudent: async (scope: StudentScope, { page, limit, ...filter }: ExamListQuery) =>
      ids(
        await db
          .select({ id: tests.id })
          .from(studentAssignments)
          .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
          .innerJoin(tests, eq(tests.id, assignments.testId))
          .where(and(givenTo(scope), matching(filter)))
          .orderBy(...newest)
          .limit(limit)
          .offset((page - 1) * limit),
      ),
    countOfStudent: async (scope: StudentScope, filter: Filter) =>
      first(
        await db
          .select({ total: count() })
          .from(studentAssignments)
          .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
          .innerJoin(tests, eq(tests.id, assignments.testId))
          .where(and(givenTo(scope), matching(filter))),
      ),
  }
})
