import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { answerSheets, attempts } from '#drizzle/schema/attempts.ts'
import { testCodingQuestions } from '#drizzle/schema/coding.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, isAmong, repository } from '#server/platform/db.ts'
import type { Results } from '#shared/attempts/attempts.schema.ts'

export const resultsRepo = repository((db) => {
  const figures = {
    marksObtained: sql`${sql.placeholder('marksObtained')}`,
    totalMarks: sql`${sql.placeholder('totalMarks')}`,
    percentage: sql`${sql.placeholder('percentage')}`,
    correctAnswers: sql`${sql.placeholder('correctAnswers')}`,
    incorrectAnswers: sql`${sql.placeholder('incorrectAnswers')}`,
    unanswered: sql`${sql.placeholder('unanswered')}`,
  }
  const regrade = db.update(attempts).set(figures).where(bound(attempts, 'id')).prepare()
  return {
    /** Replaces an attempt's results. Prepared because one job regrades every attempt of a test. */
    regrade: async (id: string, row: Results) => {
      regrade.run({ id, ...row })
    },
    /** Total points of a test's coding questions. */
    pointsOf: async (testId: string) =>
      db
        .select({ points: sql<number>`coalesce(sum(${testCodingQuestions.points}), 0)` })
        .from(testCodingQuestions)
        .where(eq(testCodingQuestions.testId, testId))
        .get()?.points ?? 0,
    /** Submitted attempts of a test, with answers. */
    submittedOfTest: async (testId: string) =>
      db
        .select({
          id: attempts.id,
          marksObtained: attempts.marksObtained,
          percentage: attempts.percentage,
          codingMarks: attempts.codingMarks,
          answers: answerSheets.answers,
        })
        .from(attempts)
        .innerJoin(answerSheets, eq(answerSheets.attemptId, attempts.id))
        .where(and(eq(attempts.testId, testId), isNotNull(attempts.submittedAt))),
    /** The students of these attempts. */
    peopleOf: async (attemptIds: readonly string[]) =>
      db
        .select({
          attemptId: attempts.id,
          studentName: users.name,
          idNumber: users.idNumber,
          collegeName: colleges.name,
        })
        .from(attempts)
        .innerJoin(users, eq(users.id, attempts.studentId))
        .innerJoin(colleges, eq(colleges.id, attempts.collegeId))
        .where(isAmong(attempts.id, attemptIds)),
  }
})
