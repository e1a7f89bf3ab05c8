import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { answerSheets, attempts } from '#drizzle/schema/attempts.ts'
import { submissions } from '#drizzle/schema/coding.ts'
import { itemFoldSums, itemFolds, itemPending } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { ItemFold } from '#shared/reports/items/fold.rules.ts'

/** A test in one college: the unit of aggregation. */
export interface Cohort {
  testId: string
  collegeId: string
}

export const itemsRepo = repository((db) => {
  const pending = ({ testId, collegeId }: Cohort) => equals(itemPending, { testId, collegeId })
  const folded = ({ testId, collegeId }: Cohort) => equals(itemFolds, { testId, collegeId })

  return {
    versionOf: async (testId: string) =>
      db.select({ version: tests.version }).from(tests).where(eq(tests.id, testId)).get()?.version,
    /** The college that wrote the test; null if the owner did. */
    authorOf: async (testId: string) =>
      db.select({ collegeId: tests.collegeId }).from(tests).where(eq(tests.id, testId)).get() ?? { collegeId: null },
    nameOf: async (testId: string) =>
      db.select({ testName: tests.testName }).from(tests).where(eq(tests.id, testId)).get()?.testName ?? '',
    isAccepted: async ({ collegeId }: CollegeScope, testId: string) =>
      db
        .select({ id: assignments.id })
        .from(assignments)
        .where(equals(assignments, { testId, collegeId, status: 'accepted' }))
        .get() !== undefined,
    /** Any cohort with pending attempts. */
    waiting: async () =>
      db
        .select({ testId: itemPending.testId, collegeId: itemPending.collegeId })
        .from(itemPending)
        .orderBy(asc(itemPending.testId))
        .limit(1)
        .get(),
    /** Colleges with pending or stale data for the test. */
    behind: async (testId: string): Promise<string[]> => {
      const waiting = await db
        .selectDistinct({ id: itemPending.collegeId })
        .from(itemPending)
        .where(eq(itemPending.testId, testId))
      const stale = await db
        .select({ id: itemFolds.collegeId })
        .from(itemFolds)
        .where(equals(itemFolds, { testId, stale: true }))
      return [...new Set([...waiting, ...stale].map(({ id }) => id))]
    },
    isBehind: async (cohort: Cohort) =>
      db.select({ id: itemPending.attemptId }).from(itemPending).where(pending(cohort)).limit(1).get() !== undefined ||
      db.select({ stale: itemFolds.stale }).from(itemFolds).where(folded(cohort)).get()?.stale === true,
    foldOf: async (cohort: Cohort) =>
      db.select({ fold: itemFolds.fold, stale: itemFolds.stale }).from(itemFolds).where(folded(cohort)).get(),
    foldsOf: async (testId: string) =>
      db
        .select({ collegeId: itemFolds.collegeId, fold: itemFolds.fold })
        .from(itemFolds)
        .where(eq(itemFolds.testId, testId)),
    sumOf: async (testId: string) =>
      db.select({ fold: itemFoldSums.fold }).from(itemFoldSums).where(eq(itemFoldSums.testId, testId)).get()?.fold,
    putSum: async (testId: string, fold: ItemFold) => {
      await db
        .insert(itemFoldSums)
        .values({ testId, fold })
        .onConflictDoUpdate({ target: itemFoldSums.testId, set: { fold } })
    },
    putFold: async (cohort: Cohort, fold: ItemFold) => {
      await db.delete(itemFoldSums).where(eq(itemFoldSums.testId, cohort.testId))
      await db
        .insert(itemFolds)
        .values({ ...cohort, fold })
        .onConflictDoUpdate({ target: [itemFolds.testId, itemFolds.collegeId], set: { fold, stale: false } })
    },
    /** Re-enqueues every student's first attempt of a cohort. */
    startOver: async (cohort: Cohort) => {
      await db.delete(itemFoldSums).where(eq(itemFoldSums.testId, cohort.testId))
      await db.delete(itemFolds).where(folded(cohort))
      await db.run(sql`
        insert into ${itemPending} select id, test_id, college_id from ${attempts}
        where test_id = ${cohort.testId} and college_id = ${cohort.collegeId} and submitted_at is not null
          and percentage is not null and number = 1
        on conflict do nothing`)
    },
    /** A batch of pending attempts with their answers. */
    pendingSheets: async (cohort: Cohort, limit: number) =>
      db
        .select({ attemptId: itemPending.attemptId, seed: attempts.seed, answers: answerSheets.answers })
        .from(itemPending)
        .innerJoin(attempts, eq(attempts.id, itemPending.attemptId))
        .innerJoin(answerSheets, eq(answerSheets.attemptId, itemPending.attemptId))
        .where(pending(cohort))
        .limit(limit),
    removePending: async (attemptIds: readonly string[]) => {
      await db.delete(itemPending).where(inArray(itemPending.attemptId, [...attemptIds]))
    },
    /** Best score per attempt and coding question, as a percentage; questions without a submission are omitted. */
    bestScores: async (attemptIds: readonly string[]) =>
      db
        .select({
          attemptId: sql<string>`${submissions.attemptId}`,
          questionId: submissions.questionId,
          score: sql<number>`coalesce(max(case when ${submissions.status} not in ('queued', 'judging') then ${submissions.score} end), 0)`,
        })
        .from(submissions)
        .where(and(isNotNull(submissions.attemptId), inArray(submissions.attemptId, [...attemptIds])))
        .groupBy(submissions.attemptId, submissions.questionId),
  }
})
