import { and, eq, exists, isNotNull, sql } from 'drizzle-orm'
import { bankQuestions, bankResults, bankResultsPending } from '#drizzle/schema/bank.ts'
import { itemPending } from '#drizzle/schema/reports.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { isAmong, repository } from '#server/platform/db.ts'

type BankResult = typeof bankResults.$inferInsert

/** SQLite allows 32,766 values per statement, and a row has five. */
const rowsPerInsert = 1_000

export const facilitiesRepo = repository((db) => {
  const isLinked = and(isNotNull(questions.bankQuestionId), isNotNull(questions.bankVersion))
  // One index search per test: half a million attempts may wait.
  const { testId } = itemPending
  const waiting = sql`(with recursive "found"("test_id") as (
    select min(${testId}) from ${itemPending} union all
    select (select min(${testId}) from ${itemPending} where ${testId} > "found"."test_id") from "found"
    where "found"."test_id" is not null
  ) select "test_id" from "found" where "test_id" is not null) as "waiting"`
  const waitingId = sql<string>`"waiting"."test_id"`
  const linked = db
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.testId, waitingId), isLinked))
  // Prepared, because every list of bank questions reads it.
  const changed = db
    .select({ testId: bankResultsPending.testId })
    .from(bankResultsPending)
    .innerJoin(tests, eq(tests.id, bankResultsPending.testId))
    .union(db.select({ testId: waitingId }).from(waiting).where(exists(linked)))
    .limit(sql.placeholder('limit'))
    .prepare()
  return {
    /** Tests with bank questions whose answers or links have changed, or are yet to be folded. */
    changedTests: async (limit: number): Promise<string[]> => changed.all({ limit }).map(({ testId }) => testId),
    /** Number of changes to a test that are not in its results; undefined for none. */
    changesOf: async (testId: string): Promise<number | undefined> =>
      db
        .select({ changes: bankResultsPending.changes })
        .from(bankResultsPending)
        .where(eq(bankResultsPending.testId, testId))
        .get()?.changes,
    /** A test's questions that are linked to a version in the bank. */
    linksOf: async (testId: string) =>
      db
        .select({ questionId: questions.id, bankQuestionId: bankQuestions.id })
        .from(questions)
        .innerJoin(bankQuestions, eq(bankQuestions.id, questions.bankQuestionId))
        .where(and(eq(questions.testId, testId), isLinked)),
    /**
     * Replaces a test's results and updates the facility of their bank questions.
     * @param changes the number of changes that the results include
     */
    put: async (testId: string, changes: number | undefined, rows: readonly BankResult[]) => {
      const before = await db
        .delete(bankResults)
        .where(eq(bankResults.testId, testId))
        .returning({ id: bankResults.bankQuestionId })
      for (let at = 0; at < rows.length; at += rowsPerInsert)
        await db.insert(bankResults).values(rows.slice(at, at + rowsPerInsert))
      const affected = new Set([...before.map(({ id }) => id), ...rows.map(({ bankQuestionId }) => bankQuestionId)])
      const { seen, facility, bankQuestionId } = bankResults
      const mean = sql`(select round(sum(${seen} * ${facility}) / sum(${seen}), 2) / 100 from ${bankResults}
        where ${bankQuestionId} = ${bankQuestions.id})`
      await db
        .update(bankQuestions)
        .set({ facility: mean })
        .where(isAmong(bankQuestions.id, [...affected]))
      if (changes !== undefined)
        await db
          .delete(bankResultsPending)
          .where(and(eq(bankResultsPending.testId, testId), eq(bankResultsPending.changes, changes)))
    },
  }
})
