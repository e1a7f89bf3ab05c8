import { and, eq, isNull, sql } from 'drizzle-orm'
import { answerSheets, attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { Reach, StudentScope } from '#server/platform/scope.ts'

export const reviewRepo = repository((db) => {
  const progress = () =>
    db
      .select({
        id: attempts.id,
        assignmentId: attempts.assignmentId,
        studentName: users.name,
        testName: tests.testName,
        startedAt: attempts.startedAt,
        deadline: attempts.deadline,
        submittedAt: attempts.submittedAt,
        answered: sql<number>`coalesce(${answerSheets.answered}, 0)`,
        numberOfQuestions: tests.numberOfQuestions,
        codingCount: tests.codingCount,
        violations: attempts.violationCount,
      })
      .from(attempts)
      .innerJoin(tests, eq(tests.id, attempts.testId))
      .innerJoin(users, eq(users.id, attempts.studentId))
      .leftJoin(answerSheets, eq(answerSheets.attemptId, attempts.id))
  const own = (scope: StudentScope) =>
    and(eq(attempts.studentId, scope.studentId), sql`+${attempts.collegeId} = ${scope.collegeId}`)
  const within = (reach: Reach) =>
    reach.kind === 'platform'
      ? undefined
      : reach.kind === 'student'
        ? own(reach.scope)
        : eq(attempts.collegeId, reach.scope.collegeId)
  return {
    /** An attempt's student and state, and when its test was last changed. */
    heading: async (reach: Reach, attemptId: string) =>
      db
        .select({
          student: {
            name: users.name,
            idNumber: users.idNumber,
            batch: users.batch,
            branch: users.branch,
            collegeName: colleges.name,
          },
          changedAt: tests.updatedAt,
          submittedAt: attempts.submittedAt,
        })
        .from(attempts)
        .innerJoin(tests, eq(tests.id, attempts.testId))
        .innerJoin(users, eq(users.id, attempts.studentId))
        .innerJoin(colleges, eq(colleges.id, attempts.collegeId))
        .where(and(eq(attempts.id, attemptId), within(reach)))
        .get(),
    find: async (scope: StudentScope, attemptId: string) =>
      progress()
        .where(and(eq(attempts.id, attemptId), own(scope)))
        .get(),
    /** The student's running attempts, newest first. */
    running: async (scope: StudentScope) =>
      progress()
        .where(and(own(scope), isNull(attempts.submittedAt)))
        .orderBy(sql`${attempts.startedAt} desc`),
  }
})
