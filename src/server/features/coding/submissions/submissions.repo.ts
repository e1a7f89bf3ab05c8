import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { codingCases, codingCheckers, codingQuestions, submissions } from '#drizzle/schema/coding.ts'
import { bound, equals, repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { SubmissionStatus, Verdict } from '#shared/coding/languages.rules.ts'

export type SubmissionRow = typeof submissions.$inferSelect
export type CaseRow = typeof codingCases.$inferSelect

/** A case as students see it: the texts of hidden cases are empty. */
export type ShownCase = Pick<CaseRow, 'input' | 'expectedOutput' | 'isSample'>
/** A row of the history, without code, which would add megabytes per page. */
export type ListedRow = Pick<
  SubmissionRow,
  'id' | 'status' | 'score' | 'language' | 'passed' | 'total' | 'timeMs' | 'memoryKb' | 'createdAt'
>

/** A submission before it is queued. */
export type NewSubmission = Omit<typeof submissions.$inferInsert, 'status'>

/** Columns written when a submission is judged. */
export type Judged = Pick<
  SubmissionRow,
  'score' | 'passed' | 'total' | 'cases' | 'message' | 'timeMs' | 'memoryKb' | 'judgedAt'
> & {
  status: Verdict
}

const waiting: SubmissionStatus[] = ['queued', 'judging']

export const submissionsRepo = repository((db) => {
  const question = db
    .select({
      id: codingQuestions.id,
      supportedLanguages: codingQuestions.supportedLanguages,
      testCasesCount: codingQuestions.testCasesCount,
      sampleInput: codingQuestions.sampleInput,
      sampleOutput: codingQuestions.sampleOutput,
      checkerLanguage: codingCheckers.language,
    })
    .from(codingQuestions)
    .leftJoin(codingCheckers, eq(codingCheckers.questionId, codingQuestions.id))
    .where(bound(codingQuestions, 'id'))
    .prepare()
  const cases = db
    .select()
    .from(codingCases)
    .where(eq(codingCases.questionId, sql.placeholder('id')))
    .orderBy(asc(codingCases.position))
    .prepare()
  const samples = db
    .select()
    .from(codingCases)
    .where(and(eq(codingCases.questionId, sql.placeholder('id')), eq(codingCases.isSample, true)))
    .orderBy(asc(codingCases.position))
    .prepare()
  // Hidden cases can be megabytes, so they are not read for display.
  const ifSample = (column: typeof codingCases.input | typeof codingCases.expectedOutput) =>
    sql<string>`case when ${codingCases.isSample} then ${column} else '' end`
  const shownCases = db
    .select({
      input: ifSample(codingCases.input),
      expectedOutput: ifSample(codingCases.expectedOutput),
      isSample: codingCases.isSample,
      weight: codingCases.weight,
      groupName: codingCases.groupName,
    })
    .from(codingCases)
    .where(eq(codingCases.questionId, sql.placeholder('id')))
    .orderBy(asc(codingCases.position))
    .prepare()
  const byId = db.select().from(submissions).where(bound(submissions, 'id')).prepare()
  const ofStudent = (scope: StudentScope, questionId: string, attemptId: string | null) =>
    and(
      equals(submissions, { studentId: scope.studentId, questionId }),
      attemptId === null ? isNull(submissions.attemptId) : eq(submissions.attemptId, attemptId),
      eq(submissions.collegeId, scope.collegeId),
    )

  return {
    question: async (id: string) => question.get({ id }),
    cases: async (id: string): Promise<CaseRow[]> => cases.all({ id }),
    samples: async (id: string): Promise<CaseRow[]> => samples.all({ id }),
    /** The cases without the texts of hidden ones. */
    shownCases: async (id: string) => shownCases.all({ id }),
    find: async (id: string) => byId.get({ id }),
    findOwn: async (scope: StudentScope, id: string) => {
      const row = byId.get({ id })
      return row?.studentId === scope.studentId && row.collegeId === scope.collegeId ? row : undefined
    },
    /** Time of the `back`-th newest submission after `since`; undefined if there are fewer. */
    submittedBefore: async (scope: StudentScope, questionId: string, since: number, back: number) =>
      db
        .select({ createdAt: submissions.createdAt })
        .from(submissions)
        .where(and(equals(submissions, { studentId: scope.studentId, questionId }), gt(submissions.createdAt, since)))
        .orderBy(desc(submissions.createdAt))
        .limit(1)
        .offset(back - 1)
        .get()?.createdAt,
    insert: async (row: typeof submissions.$inferInsert) => {
      await db.insert(submissions).values(row)
    },
    /** Leases a submission to the judge, unless it already has a verdict. */
    lease: async (id: string, leasedUntil: number) => {
      await db
        .update(submissions)
        .set({ status: 'judging', leasedUntil })
        .where(and(eq(submissions.id, id), inArray(submissions.status, waiting)))
    },
    /** Writes a verdict unless there already is one. @returns true if it was written */
    finish: async (id: string, row: Judged) =>
      db
        .update(submissions)
        .set({ ...row, leasedUntil: null })
        .where(and(eq(submissions.id, id), inArray(submissions.status, waiting)))
        .run().changes > 0,
    /** Puts a question's submissions with this message back into the queue. */
    requeue: async (questionId: string, message: string) => {
      await db
        .update(submissions)
        .set({ status: 'queued', message: null, judgedAt: null })
        .where(equals(submissions, { questionId, status: 'internal_error', message }))
    },
    /** Submissions waiting for the judge: not leased, or with a lease that expired before `now`. */
    waiting: async (now: number, limit: number) =>
      db
        .select({
          id: submissions.id,
          studentId: submissions.studentId,
          attemptId: submissions.attemptId,
          total: submissions.total,
          language: submissions.language,
          checkerLanguage: codingCheckers.language,
        })
        .from(submissions)
        .leftJoin(codingCheckers, eq(codingCheckers.questionId, submissions.questionId))
        .where(
          and(
            sql`status in ('queued', 'judging')`,
            or(isNull(submissions.leasedUntil), lt(submissions.leasedUntil, now)),
          ),
        )
        .orderBy(asc(submissions.createdAt))
        .limit(limit),
    history: async (
      scope: StudentScope,
      questionId: string,
      attemptId: string | null,
      limit: number,
      offset: number,
    ): Promise<ListedRow[]> =>
      db
        .select({
          id: submissions.id,
          status: submissions.status,
          score: submissions.score,
          language: submissions.language,
          passed: submissions.passed,
          total: submissions.total,
          timeMs: submissions.timeMs,
          memoryKb: submissions.memoryKb,
          createdAt: submissions.createdAt,
        })
        .from(submissions)
        .where(ofStudent(scope, questionId, attemptId))
        .orderBy(desc(submissions.createdAt), desc(submissions.id))
        .limit(limit)
        .offset(offset),
    countHistory: async (scope: StudentScope, questionId: string, attemptId: string | null) =>
      db.$count(submissions, ofStudent(scope, questionId, attemptId)),
  }
})
