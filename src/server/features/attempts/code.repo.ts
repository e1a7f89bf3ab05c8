import { and, desc, eq, inArray, max, notInArray } from 'drizzle-orm'
import { codeAnswers } from '#drizzle/schema/code-answers.ts'
import { submissions } from '#drizzle/schema/coding.ts'
import { bound, repository } from '#server/platform/db.ts'

export type CodeRow = typeof codeAnswers.$inferSelect

/** Saved code and submitted programs of an attempt's coding questions. */
export const codeRepo = repository((db) => {
  const saved = db.select().from(codeAnswers).where(bound(codeAnswers, 'attemptId')).prepare()
  const waiting = inArray(submissions.status, ['queued', 'judging'])
  return {
    saved: async (attemptId: string): Promise<CodeRow[]> => saved.all({ attemptId }),
    put: async (row: CodeRow) => {
      const { attemptId, questionId, ...fields } = row
      await db
        .insert(codeAnswers)
        .values(row)
        .onConflictDoUpdate({ target: [codeAnswers.attemptId, codeAnswers.questionId], set: fields })
    },
    /** Best score per question, as a percentage; questions without a judged program are omitted. */
    best: async (attemptId: string) =>
      db
        .select({ questionId: submissions.questionId, score: max(submissions.score) })
        .from(submissions)
        .where(and(eq(submissions.attemptId, attemptId), notInArray(submissions.status, ['queued', 'judging'])))
        .groupBy(submissions.questionId),
    /** Number of the attempt's submissions that are queued or being judged. */
    pending: async (attemptId: string) => db.$count(submissions, and(eq(submissions.attemptId, attemptId), waiting)),
    /** The attempt's submissions, newest first. */
    submitted: async (attemptId: string) =>
      db
        .select({
          id: submissions.id,
          questionId: submissions.questionId,
          language: submissions.language,
          code: submissions.code,
          status: submissions.status,
          score: submissions.score,
          passed: submissions.passed,
          total: submissions.total,
        })
        .from(submissions)
        .where(eq(submissions.attemptId, attemptId))
        .orderBy(desc(submissions.createdAt), desc(submissions.id)),
  }
})
