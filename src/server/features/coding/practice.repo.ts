import { and, count, desc, isNull, max, sql } from 'drizzle-orm'
import { codingQuestions, submissions } from '#drizzle/schema/coding.ts'
import { bound, repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import { isOffered } from './usage.repo.ts'

export const practiceRepo = repository((db) => {
  const offered = db
    .select({
      id: codingQuestions.id,
      title: codingQuestions.title,
      difficulty: codingQuestions.difficulty,
      tags: codingQuestions.tags,
    })
    .from(codingQuestions)
    .where(isOffered(db, sql.placeholder('now')))
    .orderBy(desc(codingQuestions.createdAt), desc(codingQuestions.id))
    .prepare()
  const own = db
    .select({ questionId: submissions.questionId, best: max(submissions.score), attempts: count() })
    .from(submissions)
    .where(and(bound(submissions, 'studentId'), isNull(submissions.attemptId), bound(submissions, 'collegeId')))
    .groupBy(submissions.questionId)
    .prepare()

  return {
    /** Practice questions, newest first. */
    offered: async (now: number) => offered.all({ now }),
    /** A student's best score, as a percentage, and number of submissions for each question tried in practice. */
    own: async ({ studentId, collegeId }: StudentScope) => own.all({ studentId, collegeId }),
  }
})
