import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { submissions } from '#drizzle/schema/coding.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, isAmong, repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { releaseFacts } from '../assignments/release.ts'

export const studentReportsRepo = repository((db) => {
  const submitted = db
    .select({
      id: attempts.id,
      testId: tests.id,
      testName: tests.testName,
      companyName: tests.companyName,
      difficulty: tests.difficulty,
      testType: tests.testType,
      subject: tests.subject,
      passMark: tests.passMark,
      codingCount: tests.codingCount,
      number: attempts.number,
      counts: attempts.counts,
      startedAt: attempts.startedAt,
      deadline: attempts.deadline,
      pausedMs: attempts.pausedMs,
      submittedAt: sql<number>`${attempts.submittedAt}`,
      marksObtained: sql<number>`coalesce(${attempts.marksObtained}, 0)`,
      totalMarks: sql<number>`coalesce(${attempts.totalMarks}, 0)`,
      percentage: sql<number>`coalesce(${attempts.percentage}, 0)`,
      passed: attempts.passed,
      pendingMarks: attempts.pendingMarks,
      correctAnswers: sql<number>`coalesce(${attempts.correctAnswers}, 0)`,
      incorrectAnswers: sql<number>`coalesce(${attempts.incorrectAnswers}, 0)`,
      unanswered: sql<number>`coalesce(${attempts.unanswered}, 0)`,
      release: releaseFacts,
    })
    .from(attempts)
    .innerJoin(tests, eq(tests.id, attempts.testId))
    .innerJoin(assignments, eq(assignments.id, attempts.assignmentId))
    .where(
      and(
        bound(attempts, 'studentId'),
        // Unary plus keeps SQLite off the college index, because a college has many more attempts than a student.
        sql`+${attempts.collegeId} = ${sql.placeholder('collegeId')}`,
        isNotNull(attempts.submittedAt),
      ),
    )
    .prepare()
  return {
    /** A student's submitted attempts with their tests, unordered. Includes deleted tests, whose results remain. */
    submitted: async ({ studentId, collegeId }: StudentScope) => submitted.all({ studentId, collegeId }),
    /** Number of submissions waiting for the judge, by attempt; attempts without any are omitted. */
    pendingCode: async (attemptIds: readonly string[]) =>
      db
        .select({ attemptId: sql<string>`${submissions.attemptId}`, programs: sql<number>`count(*)` })
        .from(submissions)
        .where(and(isAmong(submissions.attemptId, attemptIds), inArray(submissions.status, ['queued', 'judging'])))
        .groupBy(submissions.attemptId),
  }
})
