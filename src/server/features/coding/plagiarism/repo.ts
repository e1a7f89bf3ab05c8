import { and, asc, eq, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { codingQuestions, submissions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { users } from '#drizzle/schema/members.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

export type ProgramRow = Awaited<ReturnType<ReturnType<typeof plagiarismRepo>['lastPrograms']>>[number]

export const plagiarismRepo = repository((db) => ({
  questionsOf: async (testId: string) =>
    db
      .select({ questionId: codingQuestions.id, title: codingQuestions.title })
      .from(testCodingQuestions)
      .innerJoin(codingQuestions, eq(codingQuestions.id, testCodingQuestions.questionId))
      .where(eq(testCodingQuestions.testId, testId))
      .orderBy(asc(testCodingQuestions.position)),
  /** The last program of each of the college's students to a question of a test. */
  lastPrograms: async (scope: CollegeScope, testId: string, questionId: string) =>
    db
      .select({
        submissionId: submissions.id,
        studentId: users.id,
        studentName: users.name,
        idNumber: users.idNumber,
        branch: users.branch,
        batch: users.batch,
        section: users.section,
        language: submissions.language,
        status: submissions.status,
        score: submissions.score,
        submittedAt: submissions.createdAt,
        code: submissions.code,
      })
      .from(attempts)
      .innerJoin(
        submissions,
        // UUIDv7: the greatest is the newest.
        sql`${submissions.id} = (select max(newest.id) from ${submissions} newest
          where newest.attempt_id = ${attempts.id} and newest.question_id = ${questionId})`,
      )
      .innerJoin(users, eq(users.id, attempts.studentId))
      .where(and(eq(attempts.testId, testId), eq(attempts.collegeId, scope.collegeId)))
      .orderBy(asc(users.name), asc(users.id)),
}))
