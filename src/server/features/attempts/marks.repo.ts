import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { answerMarks } from '#drizzle/schema/attempts.ts'
import { bound, equals, isAmong, repository } from '#server/platform/db.ts'

export type MarkRow = typeof answerMarks.$inferSelect

/** Marks given by hand, and answers that wait for marks. */
export const marksRepo = repository((db) => {
  const of = db.select().from(answerMarks).where(bound(answerMarks, 'attemptId')).prepare()
  return {
    of: async (attemptId: string) => of.all({ attemptId }),
    /** Marks given in a test and answers that wait for marks, across all colleges. */
    ofTest: async (testId: string) =>
      db
        .select({ attemptId: answerMarks.attemptId, questionId: answerMarks.questionId, marks: answerMarks.marks })
        .from(answerMarks)
        .where(eq(answerMarks.testId, testId)),
    /** Marks given in these attempts. */
    ofAttempts: async (attemptIds: readonly string[]) =>
      db
        .select({
          attemptId: answerMarks.attemptId,
          questionId: answerMarks.questionId,
          marks: sql<number>`${answerMarks.marks}`,
        })
        .from(answerMarks)
        .where(and(isAmong(answerMarks.attemptId, attemptIds), isNotNull(answerMarks.marks))),
    insert: async (row: typeof answerMarks.$inferInsert) => {
      await db.insert(answerMarks).values(row)
    },
    update: async (attemptId: string, questionId: string, row: Partial<MarkRow>) => {
      await db.update(answerMarks).set(row).where(equals(answerMarks, { attemptId, questionId }))
    },
    remove: async (attemptId: string, questionId: string) => {
      await db.delete(answerMarks).where(equals(answerMarks, { attemptId, questionId }))
    },
    /** True if marks for these questions name levels of a rubric. */
    haveLevels: async (questionIds: readonly string[]) =>
      (await db.$count(answerMarks, and(isAmong(answerMarks.questionId, questionIds), isNotNull(answerMarks.levels)))) >
      0,
    removeSecondLevels: async (questionIds: readonly string[]) => {
      await db.update(answerMarks).set({ secondLevels: null }).where(isAmong(answerMarks.questionId, questionIds))
    },
    /** Removes unmarked answers to these questions from the queue. */
    removeWaitingOf: async (questionIds: readonly string[]) => {
      await db.delete(answerMarks).where(and(isAmong(answerMarks.questionId, questionIds), isNull(answerMarks.marks)))
    },
    /** Removes an attempt's unmarked answers from the queue and keeps the marked ones. */
    removeWaiting: async (attemptId: string) => {
      await db.delete(answerMarks).where(and(eq(answerMarks.attemptId, attemptId), isNull(answerMarks.marks)))
    },
  }
})
