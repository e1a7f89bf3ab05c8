import { and, asc, count, desc, eq, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { answerSheets, attempts, type SheetAnswers, timeChanges, violations } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, equals, given, repository, sqlBoolean } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { AttemptResult } from '#shared/attempts/results.rules.ts'

export type AttemptRow = typeof attempts.$inferSelect
export type { SheetAnswers }

/** Columns written when an attempt is submitted. */
export type Result = {
  submittedAt: number
  submittedBy: 'student' | 'server'
  receipt: string
  codingMarks: number | null
} & AttemptResult

/** An attempt with its answers and the version of its test. */
export type Sitting = AttemptRow & { version: number; answers: SheetAnswers; savedAt: number | null }

export const attemptsRepo = repository((db) => {
  const ofStudent = bound(attempts, 'studentId', 'testId', 'collegeId')
  const latest = db.select().from(attempts).where(ofStudent).orderBy(desc(attempts.number)).limit(1).prepare()
  const own = db
    .select()
    .from(attempts)
    .where(and(bound(attempts, 'id'), ofStudent))
    .prepare()
  const anyAttempt = db.select({ id: attempts.id }).from(attempts).where(ofStudent).prepare()
  const byId = db.select().from(attempts).where(bound(attempts, 'id')).prepare()
  // Three key lookups take half as long as one join.
  const version = db.select({ version: tests.version }).from(tests).where(bound(tests, 'id')).prepare()
  const sheet = db
    .select({ answers: answerSheets.answers, savedAt: answerSheets.savedAt })
    .from(answerSheets)
    .where(eq(answerSheets.attemptId, sql.placeholder('id')))
    .prepare()
  const sittingOf = (row: AttemptRow | undefined): Sitting | undefined =>
    row && {
      ...row,
      ...(sheet.get({ id: row.id }) ?? { answers: [], savedAt: null }),
      version: version.get({ id: row.testId })?.version ?? 0,
    }
  const putSheet = db
    .update(answerSheets)
    .set(given('answers', 'answered', 'savedAt'))
    .where(bound(answerSheets, 'attemptId'))
    .prepare()
  const submit = db
    .update(attempts)
    .set(
      given(
        'submittedAt',
        'submittedBy',
        'receipt',
        'codingMarks',
        'marksObtained',
        'totalMarks',
        'percentage',
        'correctAnswers',
        'incorrectAnswers',
        'unanswered',
        'passed',
        'pendingMarks',
      ),
    )
    .where(bound(attempts, 'id'))
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
    .where(and(bound(timeChanges, 'studentId', 'assignmentId'), eq(timeChanges.kind, 'extra')))
    .prepare()
  const insertAttempt = db
    .insert(attempts)
    .values({
      id: sql.placeholder('id'),
      testId: sql.placeholder('testId'),
      assignmentId: sql.placeholder('assignmentId'),
      collegeId: sql.placeholder('collegeId'),
      studentId: sql.placeholder('studentId'),
      number: sql.placeholder('number'),
      startedAt: sql.placeholder('startedAt'),
      plan: sql.placeholder('plan'),
      partOpenedAt: sql.placeholder('partOpenedAt'),
      deadline: sql.placeholder('deadline'),
      extraMs: sql.placeholder('extraMs'),
      seed: sql.placeholder('seed'),
      writer: sql.placeholder('writer'),
    })
    .prepare()
  const insertSheet = db
    .insert(answerSheets)
    .values({ attemptId: sql.placeholder('attemptId'), answers: [] })
    .prepare()

  return {
    hasStarted: async ({ studentId, collegeId }: StudentScope, testId: string) =>
      anyAttempt.get({ studentId, collegeId, testId }) !== undefined,
    /** Returns the student's attempt with this id or, without an id, the latest at the test. */
    findSitting: async ({ studentId, collegeId }: StudentScope, testId: string, id?: string) =>
      sittingOf(
        id === undefined ? latest.get({ studentId, collegeId, testId }) : own.get({ studentId, collegeId, testId, id }),
      ),
    sitting: async (id: string) => sittingOf(byId.get({ id })),
    /** Replaces an attempt's sheet. */
    putSheet: async (attemptId: string, answers: SheetAnswers, answered: number, savedAt: number | null) => {
      putSheet.run({ attemptId, answers: JSON.stringify(answers), answered, savedAt })
    },
    studentOf: async (id: string) => db.select().from(users).where(eq(users.id, id)).get(),
    /** Creates an attempt with an empty sheet. */
    insert: async (
      row: Pick<
        AttemptRow,
        | 'id'
        | 'testId'
        | 'assignmentId'
        | 'collegeId'
        | 'studentId'
        | 'number'
        | 'startedAt'
        | 'plan'
        | 'partOpenedAt'
        | 'deadline'
        | 'extraMs'
        | 'seed'
        | 'writer'
      >,
    ) => {
      insertAttempt.run(row)
      insertSheet.run({ attemptId: row.id })
    },
    submit: async (id: string, row: Result) => {
      submit.run({ id, ...row, passed: sqlBoolean(row.passed) })
    },
    /** Updates the previous attempt, if any. */
    updateEarlier: async (
      { studentId, testId, number }: Pick<AttemptRow, 'studentId' | 'testId' | 'number'>,
      row: Partial<Pick<AttemptRow, 'isLatest' | 'counts'>>,
    ) => {
      if (number === 1) return
      await db
        .update(attempts)
        .set(row)
        .where(equals(attempts, { studentId, testId, number: number - 1 }))
    },
    /** The student's submitted attempts at a test, oldest first. */
    submittedOf: async ({ studentId, collegeId }: StudentScope, testId: string) =>
      db
        .select()
        .from(attempts)
        .where(and(equals(attempts, { studentId, testId, collegeId }), isNotNull(attempts.submittedAt)))
        .orderBy(asc(attempts.number)),
    update: async (id: string, row: Partial<AttemptRow>) => {
      await db.update(attempts).set(row).where(eq(attempts.id, id))
    },
    /** Extra time given before the start, in milliseconds. */
    extraTime: async (studentId: string, assignmentId: string) => extraTime.get({ studentId, assignmentId })?.ms ?? 0,
    /** Running attempts with a deadline before `before`, longest overdue first. */
    overdue: async (before: number, limit: number) => overdue.all({ before, limit }),
    /** Number of log entries of an attempt, of all kinds. */
    logLength: async (attemptId: string) => db.$count(violations, eq(violations.attemptId, attemptId)),
    /** Inserts or extends log entries. @returns the attempt's total, excluding connection gaps */
    addViolations: async (attemptId: string, rows: readonly Omit<typeof violations.$inferInsert, 'attemptId'>[]) => {
      await db
        .insert(violations)
        .values(rows.map((row) => ({ ...row, attemptId })))
        // A resent entry may now have a duration.
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
