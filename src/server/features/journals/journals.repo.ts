import { and, asc, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { attempts, violations } from '#drizzle/schema/attempts.ts'
import { codeAnswers } from '#drizzle/schema/code-answers.ts'
import { codingQuestions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { journalChunks, journals } from '#drizzle/schema/journals.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, equals, repository } from '#server/platform/db.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { JournalFacts } from '#shared/journals/facts.rules.ts'
import type { JournalSort, JournalsQuery } from '#shared/journals/journals.schema.ts'

export type ChunkRow = typeof journalChunks.$inferSelect
/** A question of an attempt. */
export type Place = Pick<ChunkRow, 'attemptId' | 'questionId'>

const columns: Record<JournalSort, SQL> = {
  pasted: sql`${journals.pastedShare}`,
  speed: sql`${journals.speed}`,
  active: sql`${journals.activeMs}`,
  longest: sql`${journals.longestPaste}`,
  runs: sql`${journals.runs}`,
  student: sql`${users.name}`,
}

/** Missing values come last in both directions. */
function orderOf(sort: JournalsQuery['sort']): SQL[] {
  const isDown = sort.startsWith('-')
  const column = columns[(isDown ? sort.slice(1) : sort) as JournalSort]
  const ties = [asc(users.name), asc(journals.attemptId), asc(journals.questionId)]
  return [sql`${column} is null`, isDown ? desc(column) : asc(column), ...ties]
}

const facts = {
  outcome: sql<JournalFacts['outcome']>`${journals.outcome}`,
  length: journals.length,
  pasted: journals.pasted,
  pastedShare: journals.pastedShare,
  activeMs: journals.activeMs,
  speed: journals.speed,
  pastes: journals.pastes,
  longestPaste: journals.longestPaste,
  runs: journals.runs,
  submissions: journals.submissions,
  jumps: journals.jumps,
}

export const journalsRepo = repository((db) => {
  const stored = db
    .select({ chars: journalChunks.chars })
    .from(journalChunks)
    .where(bound(journalChunks, 'attemptId', 'questionId', 'stream', 'seq'))
    .prepare()
  const total = db
    .select({ chars: journals.chars })
    .from(journals)
    .where(bound(journals, 'attemptId', 'questionId'))
    .prepare()
  const within = (reach: Reach) =>
    reach.kind === 'platform' ? undefined : eq(attempts.collegeId, reach.scope.collegeId)
  const listed = (reach: Reach, testId: string, questionId: string | undefined) =>
    and(
      eq(attempts.testId, testId),
      within(reach),
      isNotNull(attempts.submittedAt),
      questionId ? eq(journals.questionId, questionId) : undefined,
    )
  return {
    /** Length of a stored chunk; undefined if it is not stored. */
    charsOfChunk: async ({ attemptId, questionId, stream, seq }: Omit<ChunkRow, 'events' | 'chars'>) =>
      stored.get({ attemptId, questionId, stream, seq })?.chars,
    charsOf: async ({ attemptId, questionId }: Place) => total.get({ attemptId, questionId })?.chars ?? 0,
    putChunk: async (row: ChunkRow) => {
      const { receivedAt, chars, events } = row
      await db
        .insert(journalChunks)
        .values(row)
        .onConflictDoUpdate({
          target: [journalChunks.attemptId, journalChunks.questionId, journalChunks.stream, journalChunks.seq],
          set: { receivedAt, chars, events },
        })
    },
    /** Sets a journal's length, and marks its facts as outdated. */
    putTotal: async ({ attemptId, questionId }: Place, chars: number) => {
      await db
        .insert(journals)
        .values({ attemptId, questionId, chars })
        .onConflictDoUpdate({ target: [journals.attemptId, journals.questionId], set: { chars, ratedAt: null } })
    },
    chunksOf: async ({ attemptId, questionId }: Place) =>
      db
        .select()
        .from(journalChunks)
        .where(equals(journalChunks, { attemptId, questionId }))
        .orderBy(asc(journalChunks.stream), asc(journalChunks.seq)),
    programOf: async ({ attemptId, questionId }: Place) =>
      db
        .select({ code: codeAnswers.code, language: codeAnswers.language })
        .from(codeAnswers)
        .where(equals(codeAnswers, { attemptId, questionId }))
        .get(),
    /** Journals of submitted attempts without facts. */
    unrated: async (limit: number) =>
      db
        .select({ attemptId: journals.attemptId, questionId: journals.questionId, chars: journals.chars })
        .from(journals)
        .innerJoin(attempts, eq(attempts.id, journals.attemptId))
        .where(and(isNull(journals.ratedAt), isNotNull(attempts.submittedAt)))
        .limit(limit),
    /** Stores facts, unless chunks arrived since they were computed. */
    rate: async (place: Place & { chars: number }, found: JournalFacts, now: number) => {
      await db
        .update(journals)
        .set({ ...found, ratedAt: now })
        .where(equals(journals, place))
    },
    questionsOf: async (testId: string) =>
      db
        .select({ questionId: codingQuestions.id, title: codingQuestions.title })
        .from(testCodingQuestions)
        .innerJoin(codingQuestions, eq(codingQuestions.id, testCodingQuestions.questionId))
        .where(eq(testCodingQuestions.testId, testId))
        .orderBy(asc(testCodingQuestions.position)),
    rows: async (reach: Reach, testId: string, { questionId, sort, page, limit }: JournalsQuery) =>
      db
        .select({
          ...facts,
          attemptId: attempts.id,
          attempt: attempts.number,
          studentId: users.id,
          studentName: users.name,
          idNumber: users.idNumber,
          collegeName: colleges.name,
          questionId: codingQuestions.id,
          title: codingQuestions.title,
          submittedAt: sql<number>`${attempts.submittedAt}`,
        })
        .from(attempts)
        .innerJoin(journals, eq(journals.attemptId, attempts.id))
        .innerJoin(users, eq(users.id, attempts.studentId))
        .innerJoin(colleges, eq(colleges.id, attempts.collegeId))
        .innerJoin(codingQuestions, eq(codingQuestions.id, journals.questionId))
        .where(and(listed(reach, testId, questionId), isNotNull(journals.ratedAt)))
        .orderBy(...orderOf(sort))
        .limit(limit)
        .offset((page - 1) * limit),
    /** Numbers of journals with and without facts. */
    counts: async (reach: Reach, testId: string, questionId: string | undefined) => {
      const [row] = await db
        .select({ all: count(), rated: sql<number>`count(${journals.ratedAt})` })
        .from(attempts)
        .innerJoin(journals, eq(journals.attemptId, attempts.id))
        .where(listed(reach, testId, questionId))
      return { rated: row?.rated ?? 0, pending: (row?.all ?? 0) - (row?.rated ?? 0) }
    },
    attempt: async (reach: Reach, attemptId: string) =>
      db
        .select({
          testId: tests.id,
          testName: tests.testName,
          studentId: users.id,
          studentName: users.name,
          idNumber: users.idNumber,
          startedAt: attempts.startedAt,
          submittedAt: attempts.submittedAt,
        })
        .from(attempts)
        .innerJoin(tests, eq(tests.id, attempts.testId))
        .innerJoin(users, eq(users.id, attempts.studentId))
        .where(and(eq(attempts.id, attemptId), within(reach)))
        .get(),
    violationsOf: async (attemptId: string) =>
      db
        .select({ kind: violations.kind, at: violations.at, durationMs: violations.durationMs })
        .from(violations)
        .where(eq(violations.attemptId, attemptId))
        .orderBy(asc(violations.at)),
    /** An attempt's journals, with the titles of their questions. */
    ofAttempt: async (attemptId: string) =>
      db
        .select({ questionId: journals.questionId, title: codingQuestions.title })
        .from(journals)
        .innerJoin(codingQuestions, eq(codingQuestions.id, journals.questionId))
        .where(eq(journals.attemptId, attemptId)),
  }
})
