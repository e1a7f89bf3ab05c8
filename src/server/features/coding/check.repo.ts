import { and, asc, eq, isNull } from 'drizzle-orm'
import { codingCases, codingQuestions, codingSolutions } from '#drizzle/schema/coding.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { QuestionStatus } from '#shared/coding/coding.schema.ts'

export type SolutionRow = typeof codingSolutions.$inferSelect

export const checkRepo = repository((db) => ({
  question: async (id: string) =>
    db
      .select({ version: codingQuestions.version, comparison: codingQuestions.comparison })
      .from(codingQuestions)
      .where(and(eq(codingQuestions.id, id), isNull(codingQuestions.deletedAt)))
      .get(),
  solutions: async (id: string): Promise<SolutionRow[]> =>
    db.select().from(codingSolutions).where(eq(codingSolutions.questionId, id)).orderBy(asc(codingSolutions.position)),
  cases: async (id: string) =>
    db
      .select({
        input: codingCases.input,
        expected: codingCases.expectedOutput,
        weight: codingCases.weight,
        group: codingCases.groupName,
      })
      .from(codingCases)
      .where(eq(codingCases.questionId, id))
      .orderBy(asc(codingCases.position)),
  setStatus: async (id: string, status: QuestionStatus) => {
    await db.update(codingQuestions).set({ status }).where(eq(codingQuestions.id, id))
  },
  setLimits: async (id: string, { timeMs, memoryMb }: { timeMs: number; memoryMb: number }) => {
    await db.update(codingQuestions).set({ timeLimit: timeMs, memoryLimit: memoryMb }).where(eq(codingQuestions.id, id))
  },
  forget: async (id: string) => {
    const nothing = { verdict: null, failedCase: null, timeMs: null, message: null }
    await db.update(codingSolutions).set(nothing).where(eq(codingSolutions.questionId, id))
  },
  setVerdict: async (
    { questionId, position }: SolutionRow,
    fields: Pick<SolutionRow, 'verdict' | 'failedCase' | 'timeMs' | 'message'>,
  ) => {
    await db.update(codingSolutions).set(fields).where(equals(codingSolutions, { questionId, position }))
  },
  /** Questions with an unfinished check, and their authors. */
  checking: async () =>
    db
      .select({ id: codingQuestions.id, createdBy: codingQuestions.createdBy })
      .from(codingQuestions)
      .where(and(eq(codingQuestions.status, 'checking'), isNull(codingQuestions.deletedAt))),
}))
