import { and, asc, count, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { answers, attempts, violations } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { SavedAnswer } from '#shared/attempts/schema.ts'

export type AttemptRow = typeof attempts.$inferSelect

export const attemptsRepo = repository((db) => {
  const ofStudent = db
    .select()
    .from(attempts)
    .where(
      and(
        eq(attempts.studentId, sql.placeholder('studentId')),
        eq(attempts.testId, sql.placeholder('testId')),
        eq(attempts.collegeId, sql.placeholder('collegeId')),
      ),
    )
    .prepare()
  const byId = db
    .select({ attempt: attempts, test: tests })
    .from(attempts)
    .innerJoin(tests, eq(tests.id, attempts.testId))
    .where(eq(attempts.id, sql.placeholder('id')))
    .prepare()
  const questionsOf = db
    .select()
    .from(questions)
    .where(eq(questions.testId, sql.placeholder('testId')))
    .orderBy(asc(questions.position))
    .prepare()
  const inPaper = db
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.id, sql.placeholder('id')), eq(questions.testId, sql.placeholder('testId'))))
    .prepare()
  const answersOf = db
    .select({
      questionId: answers.questionId,
      selectedAnswer: answers.selectedAnswer,
      timeSpent: answers.timeSpent,
      revision: answers.revision,
    })
    .from(answers)
    .where(eq(answers.attemptId, sql.placeholder('attemptId')))
    .prepare()
  const oneAnswer = db
    .select({
      questionId: answers.questionId,
      selectedAnswer: answers.selectedAnswer,
      timeSpent: answers.timeSpent,
      revision: answers.revision,
    })
    .from(answers)
    .where(
      and(eq(answers.attemptId, sql.placeholder('attemptId')), eq(answers.questionId, sql.placeholder('questionId'))),
    )
    .prepare()
  const putAnswer = db
    .insert(answers)
    .values({
      attemptId: sql.placeholder('attemptId'),
      questionId: sql.placeholder('questionId'),
      selectedAnswer: sql.placeholder('selectedAnswer'),
      timeSpent: sql.placeholder('timeSpent'),
      revision: sql.placeholder('revision'),
      savedAt: sql.placeholder('savedAt'),
    })
    .onConflictDoUpdate({
      target: [answers.attemptId, answers.questionId],
      set: {
        selectedAnswer: sql`excluded.selected_answer`,
        timeSpent: sql`excluded.time_spent`,
        revision: sql`excluded.revision`,
        savedAt: sql`excluded.saved_at`,
      },
    })
    .prepare()
  const overdue = db
    .select()
    .from(attempts)
    .where(and(isNull(attempts.submittedAt), lt(attempts.deadline, sql.placeholder('before'))))
    .orderBy(asc(attempts.deadline))
    .limit(sql.placeholder('limit'))
    .prepare()

  return {
    find: async ({ studentId, collegeId }: StudentScope, testId: string) =>
      ofStudent.get({ studentId, collegeId, testId }),
    get: async (id: string) => byId.get({ id }),
    questionsOf: async (testId: string) => questionsOf.all({ testId }),
    isInPaper: async (testId: string, id: string) => inPaper.get({ testId, id }) !== undefined,
    answersOf: async (attemptId: string): Promise<SavedAnswer[]> => answersOf.all({ attemptId }),
    findAnswers: async (attemptId: string, questionIds: readonly string[]): Promise<SavedAnswer[]> =>
      questionIds.flatMap((questionId) => oneAnswer.get({ attemptId, questionId }) ?? []),
    putAnswers: async (attemptId: string, rows: readonly SavedAnswer[], savedAt: number) => {
      for (const row of rows) putAnswer.run({ attemptId, ...row, savedAt })
    },
    studentOf: async (id: string) => db.select().from(users).where(eq(users.id, id)).get(),
    insert: async (row: typeof attempts.$inferInsert) => {
      await db.insert(attempts).values(row)
    },
    update: async (id: string, row: Partial<AttemptRow>) => {
      await db.update(attempts).set(row).where(eq(attempts.id, id))
    },
    /** Attempts still running although their deadline lies before `before`, the longest overdue first. */
    overdue: async (before: number, limit: number) => overdue.all({ before, limit }),
    countOfTest: async (testId: string) => db.$count(attempts, eq(attempts.testId, testId)),
    submittedOfTest: async (testId: string) =>
      db
        .select({ id: attempts.id })
        .from(attempts)
        .where(and(eq(attempts.testId, testId), isNotNull(attempts.submittedAt))),
    /** Adds what is new. @returns how many the attempt has now */
    addViolations: async (attemptId: string, rows: readonly Omit<typeof violations.$inferInsert, 'attemptId'>[]) => {
      if (rows.length > 0)
        await db
          .insert(violations)
          .values(rows.map((row) => ({ ...row, attemptId })))
          .onConflictDoNothing()
      const counted = await db
        .select({ total: count() })
        .from(violations)
        .where(and(eq(violations.attemptId, attemptId), inArray(violations.kind, ['tab_switch', 'fullscreen_exit'])))
      return counted[0]?.total ?? 0
    },
  }
})
