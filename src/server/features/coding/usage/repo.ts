import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { submissions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'

export const usageRepo = repository((db) => {
  const ofQuestion = eq(testCodingQuestions.questionId, sql.placeholder('id'))
  const inTests = db
    .select({ total: count() })
    .from(testCodingQuestions)
    .innerJoin(tests, eq(tests.id, testCodingQuestions.testId))
    .where(and(ofQuestion, isNull(tests.deletedAt)))
    .prepare()
  const attempted = db
    .select({ total: count() })
    .from(testCodingQuestions)
    .innerJoin(attempts, eq(attempts.testId, testCodingQuestions.testId))
    .where(ofQuestion)
    .prepare()
  const practised = db
    .select({ total: count() })
    .from(submissions)
    .where(and(eq(submissions.questionId, sql.placeholder('id')), isNull(submissions.attemptId)))
    .prepare()

  return {
    /** Tests, not deleted, that use the question. */
    countTests: async (id: string) => inTests.get({ id })?.total ?? 0,
    /** Attempts of those tests, and of deleted ones. */
    countAttempts: async (id: string) => attempted.get({ id })?.total ?? 0,
    /** Programs submitted outside of any test. */
    countPractice: async (id: string) => practised.get({ id })?.total ?? 0,
    /** The tests themselves, the newest first. */
    tests: async (id: string, limit: number) =>
      db
        .select({ id: tests.id, testName: tests.testName })
        .from(testCodingQuestions)
        .innerJoin(tests, eq(tests.id, testCodingQuestions.testId))
        .where(and(eq(testCodingQuestions.questionId, id), isNull(tests.deletedAt)))
        .orderBy(desc(testCodingQuestions.testId))
        .limit(limit),
  }
})
