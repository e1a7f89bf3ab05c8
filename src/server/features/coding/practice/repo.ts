import { and, count, desc, eq, gte, isNull, max, notExists, sql } from 'drizzle-orm'
import { codingQuestions, submissions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'

export const practiceRepo = repository((db) => {
  const offered = db
    .select({
      id: codingQuestions.id,
      title: codingQuestions.title,
      difficulty: codingQuestions.difficulty,
      tags: codingQuestions.tags,
    })
    .from(codingQuestions)
    .where(
      and(
        isNull(codingQuestions.deletedAt),
        isNull(codingQuestions.archivedAt),
        eq(codingQuestions.status, 'published'),
        notExists(
          db
            .select({ id: tests.id })
            .from(testCodingQuestions)
            .innerJoin(tests, eq(tests.id, testCodingQuestions.testId))
            .where(
              and(
                eq(testCodingQuestions.questionId, codingQuestions.id),
                isNull(tests.deletedAt),
                gte(tests.endDateTime, sql.placeholder('now')),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(codingQuestions.createdAt), desc(codingQuestions.id))
    .prepare()
  const own = db
    .select({ questionId: submissions.questionId, best: max(submissions.score), attempts: count() })
    .from(submissions)
    .where(
      and(
        eq(submissions.studentId, sql.placeholder('studentId')),
        isNull(submissions.attemptId),
        eq(submissions.collegeId, sql.placeholder('collegeId')),
      ),
    )
    .groupBy(submissions.questionId)
    .prepare()

  return {
    /** What is offered for practice: published, and in no test that has not ended; newest first. */
    offered: async (now: number) => offered.all({ now }),
    /** A student's best score, in percent, and number of submissions for each question tried in practice. */
    own: async ({ studentId, collegeId }: StudentScope) => own.all({ studentId, collegeId }),
  }
})
