import { and, count, desc, eq, inArray, max, notInArray, sql } from 'drizzle-orm'
import { codeAnswers, submissions } from '#drizzle/schema/coding.ts'
import { repository } from '#server/platform/db.ts'

export type CodeRow = typeof codeAnswers.$inferSelect

/** The code of an attempt's coding questions: what is saved, and what was handed to the judge. */
export const codeRepo = repository((db) => {
  const saved = db
    .select()
    .from(codeAnswers)
    .where(eq(codeAnswers.attemptId, sql.placeholder('attemptId')))
    .prepare()
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
    /** The best score of each question that has one, in percent. */
    best: async (attemptId: string) =>
      db
        .select({ questionId: submissions.questionId, score: max(submissions.score) })
        .from(submissions)
        .where(and(eq(submissions.attemptId, attemptId), notInArray(submissions.status, ['queued', 'judging'])))
        .groupBy(submissions.questionId),
    /** How many programs of an attempt still wait for the judge. */
    pending: async (attemptId: string) =>
      (
        await db
          .select({ n: count() })
          .from(submissions)
          .where(and(eq(submissions.attemptId, attemptId), waiting))
          .get()
      )?.n ?? 0,
    /** The programs of an attempt, newest first. */
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
    insertSubmission: async (row: typeof submissions.$inferInsert) => {
      await db.insert(submissions).values(row)
    },
  }
})
