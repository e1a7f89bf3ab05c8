import { and, asc, count, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import { answerSheets, attempts, type SheetAnswers, timeChanges, violations } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'

export type AttemptRow = typeof attempts.$inferSelect
export type { SheetAnswers }

/** An attempt with its answers and the version of its test. */
export type Sitting = AttemptRow & { version: number; answers: SheetAnswers; savedAt: number | null }

export const attemptsRepo = repository((db) => {
  const ofStudent = and(
    eq(attempts.studentId, sql.placeholder('studentId')),
    eq(attempts.testId, sql.placeholder('testId')),
    eq(attempts.collegeId, sql.placeholder('collegeId')),
  )
  const attempt = db.select().from(attempts).where(ofStudent).prepare()
  const sittings = () =>
    db
      .select({
        attempt: attempts,
        version: tests.version,
        answers: answerSheets.answers,
        savedAt: answerSheets.savedAt,
      })
      .from(attempts)
      .innerJoin(tests, eq(tests.id, attempts.testId))
      .innerJoin(answerSheets, eq(answerSheets.attemptId, attempts.id))
  const sittingOfStudent = sittings().where(ofStudent).prepare()
  const sittingById = sittings()
    .where(eq(attempts.id, sql.placeholder('id')))
    .prepare()
  const putSheet = db
    .update(answerSheets)
    .set({
      answers: sql`${sql.placeholder('answers')}`,
      answered: sql`${sql.placeholder('answered')}`,
      savedAt: sql`${sql.placeholder('savedAt')}`,
    })
    .where(eq(answerSheets.attemptId, sql.placeholder('attemptId')))
    .prepare()
  const overdue = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(isNull(attempts.submittedAt), lt(attempts.deadline, sql.placeholder('before'))))
    .orderBy(asc(attempts.deadline))
    .limit(sql.placeholder('limit'))
    .prepare()
  const extraTime = db
    .select({ ms: sql<number>`coalesce(sum(${timeChanges.ms}), 0)` })
    .from(timeChanges)
    .where(
      and(
        eq(timeChanges.studentId, sql.placeholder('studentId')),
        eq(timeChanges.assignmentId, sql.placeholder('assignmentId')),
        eq(timeChanges.kind, 'extra'),
      ),
    )
    .prepare()
  const insertAttempt = db
    .insert(attempts)
    .values({
      id: sql.placeholder('id'),
      testId: sql.placeholder('testId'),
      assignmentId: sql.placeholder('assignmentId'),
      collegeId: sql.placeholder('collegeId'),
      studentId: sql.placeholder('studentId'),
      startedAt: sql.placeholder('startedAt'),
      plan: sql.placeholder('plan'),
      partOpenedAt: sql.placeholder('partOpenedAt'),
      deadline: sql.placeholder('deadline'),
      extraMs: sql.placeholder('extraMs'),
      writer: sql.placeholder('writer'),
    })
    .prepare()
  const insertSheet = db
    .insert(answerSheets)
    .values({ attemptId: sql.placeholder('attemptId'), answers: {} })
    .prepare()
  const flatten = (row: ReturnType<typeof sittingById.get>): Sitting | undefined =>
    row && { ...row.attempt, version: row.version, answers: row.answers, savedAt: row.savedAt }

  return {
    find: async ({ studentId, collegeId }: StudentScope, testId: string) =>
      attempt.get({ studentId, collegeId, testId }),
    findSitting: async ({ studentId, collegeId }: StudentScope, testId: string) =>
      flatten(sittingOfStudent.get({ studentId, collegeId, testId })),
    sitting: async (id: string) => flatten(sittingById.get({ id })),
    /** Writes the whole sheet of an attempt. */
    putSheet: async (attemptId: string, answers: SheetAnswers, answered: number, savedAt: number | null) => {
      putSheet.run({ attemptId, answers: JSON.stringify(answers), answered, savedAt })
    },
    studentOf: async (id: string) => db.select().from(users).where(eq(users.id, id)).get(),
    /** Begins an attempt, with an empty sheet. */
    insert: async (
      row: Pick<
        AttemptRow,
        | 'id'
        | 'testId'
        | 'assignmentId'
        | 'collegeId'
        | 'studentId'
        | 'startedAt'
        | 'plan'
        | 'partOpenedAt'
        | 'deadline'
        | 'extraMs'
        | 'writer'
      >,
    ) => {
      insertAttempt.run(row)
      insertSheet.run({ attemptId: row.id })
    },
    update: async (id: string, row: Partial<AttemptRow>) => {
      await db.update(attempts).set(row).where(eq(attempts.id, id))
    },
    /** Extra time given before the start, in milliseconds. */
    extraTime: async (studentId: string, assignmentId: string) => extraTime.get({ studentId, assignmentId })?.ms ?? 0,
    /** Attempts still running although their deadline lies before `before`, the longest overdue first. */
    overdue: async (before: number, limit: number) => overdue.all({ before, limit }),
    /** Adds what is new. @returns how many the attempt has now, gaps in the connection not counted */
    addViolations: async (attemptId: string, rows: readonly Omit<typeof violations.$inferInsert, 'attemptId'>[]) => {
      await db
        .insert(violations)
        .values(rows.map((row) => ({ ...row, attemptId })))
        // Sent again, it may have learnt how long it lasted.
        .onConflictDoUpdate({
          target: [violations.attemptId, violations.at, violations.kind],
          set: { durationMs: sql`max(coalesce(excluded.duration_ms, 0), coalesce(duration_ms, 0))` },
          setWhere: sql`excluded.duration_ms is not null`,
        })
      const counted = await db
        .select({ total: count() })
        .from(violations)
        .where(and(eq(violations.attemptId, attemptId), ne(violations.kind, 'reconnect')))
      return counted[0]?.total ?? 0
    },
  }
})
