import { and, asc, count, eq, notInArray, sum } from 'drizzle-orm'
import { answerFiles, attempts } from '#drizzle/schema/attempts.ts'
import { repository } from '#server/platform/db.ts'

export type FileRow = typeof answerFiles.$inferSelect

/** Files attached to answers. */
export const filesRepo = repository((db) => ({
  insert: async (row: FileRow) => {
    await db.insert(answerFiles).values(row)
  },
  find: async (attemptId: string, id: string) =>
    db
      .select()
      .from(answerFiles)
      .where(and(eq(answerFiles.attemptId, attemptId), eq(answerFiles.id, id)))
      .get(),
  ofAttempt: async (attemptId: string) =>
    db.select().from(answerFiles).where(eq(answerFiles.attemptId, attemptId)).orderBy(asc(answerFiles.id)),
  ofStudent: async (studentId: string) =>
    (
      await db
        .select({ id: answerFiles.id })
        .from(answerFiles)
        .innerJoin(attempts, eq(attempts.id, answerFiles.attemptId))
        .where(eq(attempts.studentId, studentId))
    ).map(({ id }) => id),
  /** Number and total size of an attempt's files. */
  totals: async (attemptId: string) => {
    const [row] = await db
      .select({ files: count(), bytes: sum(answerFiles.size).mapWith(Number) })
      .from(answerFiles)
      .where(eq(answerFiles.attemptId, attemptId))
    return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
  },
  /** Deletes an attempt's files, except those with the given ids. */
  deleteExcept: async (attemptId: string, ids: readonly string[]) => {
    await db.delete(answerFiles).where(and(eq(answerFiles.attemptId, attemptId), notInArray(answerFiles.id, [...ids])))
  },
  all: async () => (await db.select({ id: answerFiles.id }).from(answerFiles)).map(({ id }) => id),
}))
