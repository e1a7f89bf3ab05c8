import { and, count, desc, eq, exists, gte, isNull, notExists, or, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { codingQuestions, submissions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, type Db, equals, repository } from '#server/platform/db.ts'

type Moment = number | ReturnType<typeof sql.placeholder>

/** Tests that use the question and have not ended, or that somebody in any college is still taking. */
const unfinished = (db: Db, now: Moment) =>
  db
    .select({ id: tests.id })
    .from(testCodingQuestions)
    .innerJoin(tests, eq(tests.id, testCodingQuestions.testId))
    .where(
      and(
        eq(testCodingQuestions.questionId, codingQuestions.id),
        or(
          and(isNull(tests.deletedAt), gte(tests.endDateTime, now)),
          exists(
            db
              .select({ id: attempts.id })
              .from(attempts)
              .where(and(eq(attempts.testId, tests.id), isNull(attempts.submittedAt))),
          ),
        ),
      ),
    )

/** True for questions that students may practise outside tests. */
export const isOffered = (db: Db, now: Moment) =>
  and(
    isNull(codingQuestions.deletedAt),
    isNull(codingQuestions.archivedAt),
    equals(codingQuestions, { status: 'published', practice: true }),
    notExists(unfinished(db, now)),
  )

export const usageRepo = repository((db) => {
  const ofQuestion = eq(testCodingQuestions.questionId, sql.placeholder('id'))
  const offered = db
    .select({ id: codingQuestions.id })
    .from(codingQuestions)
    .where(and(bound(codingQuestions, 'id'), isOffered(db, sql.placeholder('now'))))
    .prepare()
  const inUnfinished = db
    .select({ id: codingQuestions.id })
    .from(codingQuestions)
    .where(and(bound(codingQuestions, 'id'), exists(unfinished(db, sql.placeholder('now')))))
    .prepare()
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
    /** True if students may read and practise the question now. */
    isOffered: async (id: string, now: number) => offered.get({ id, now }) !== undefined,
    /** True if an unfinished test uses the question. */
    isInUnfinishedTest: async (id: string, now: number) => inUnfinished.get({ id, now }) !== undefined,
    /** Number of tests that use the question, excluding deleted ones. */
    countTests: async (id: string) => inTests.get({ id })?.total ?? 0,
    /** Number of attempts at tests that use the question, including deleted tests. */
    countAttempts: async (id: string) => attempted.get({ id })?.total ?? 0,
    /** Number of submissions to the question outside tests. */
    countPractice: async (id: string) => practised.get({ id })?.total ?? 0,
    /** Tests that use the question, newest first. */
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
