import { and, eq, isNotNull } from 'drizzle-orm'
import { answerSheets, attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, given, isAmong, repository, sqlBoolean } from '#server/platform/db.ts'
import type { AttemptResult } from '#shared/attempts/results.rules.ts'

export const resultsRepo = repository((db) => {
  const figures = given(
    'marksObtained',
    'totalMarks',
    'percentage',
    'correctAnswers',
    'incorrectAnswers',
    'unanswered',
    'passed',
    'pendingMarks',
  )
  const regrade = db.update(attempts).set(figures).where(bound(attempts, 'id')).prepare()
  return {
    /** Replaces an attempt's results. Prepared because one job regrades every attempt of a test. */
    regrade: async (id: string, row: AttemptResult) => {
      regrade.run({ id, ...row, passed: sqlBoolean(row.passed) })
    },
    /** Submitted attempts of a test, with answers. */
    submittedOfTest: async (testId: string) =>
      db
        .select({
          id: attempts.id,
          collegeId: attempts.collegeId,
          marksObtained: attempts.marksObtained,
          percentage: attempts.percentage,
          passed: attempts.passed,
          codingMarks: attempts.codingMarks,
          seed: attempts.seed,
          answers: answerSheets.answers,
        })
        .from(attempts)
        .innerJoin(answerSheets, eq(answerSheets.attemptId, attempts.id))
        .where(and(eq(attempts.testId, testId), isNotNull(attempts.submittedAt))),
    /** The students who made these attempts. */
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
