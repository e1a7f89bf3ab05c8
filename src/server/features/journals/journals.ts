import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { notFound } from '#shared/errors.ts'
import { computeFacts, type JournalFacts } from '#shared/journals/facts.rules.ts'
import { maxJournalChars } from '#shared/journals/journals.rules.ts'
import type { JournalsQuery } from '#shared/journals/journals.schema.ts'
import { paginate } from '#shared/schema.ts'
import { requireTest } from '../tests/tests.ts'
import { journalsRepo, type Place } from './journals.repo.ts'
import { readChunks } from './record.ts'

/** College staff may inspect tests that the college accepted. */
const requireAccepted = (app: Platform, reach: Reach, testId: string) =>
  requireTest(app, reach.kind === 'college_admin' ? { kind: 'faculty', scope: reach.scope } : reach, testId)

/**
 * A page of facts about the programs of a test's submitted attempts.
 * @throws NOT_FOUND for a test outside the viewer's reach, or a question that is not in the test
 */
export async function findJournals(app: Platform, reach: Reach, testId: string, query: JournalsQuery) {
  const { testName } = await requireAccepted(app, reach, testId)
  const repo = journalsRepo(app.db.read)
  const questions = await repo.questionsOf(testId)
  const { questionId } = query
  if (questionId && !questions.some((one) => one.questionId === questionId)) throw notFound('Coding question')
  const { rated, pending } = await repo.counts(reach, testId, questionId)
  const journals = await repo.rows(reach, testId, query)
  return { testName, questions, journals, pending, pagination: paginate(query, rated) }
}

/**
 * How the program for one question of an attempt was written.
 * @throws NOT_FOUND for an attempt outside the viewer's reach, or a question that is not in its test
 */
export async function getJournal(app: Platform, reach: Reach, attemptId: string, asked: string | undefined) {
  const { read: db } = app.db
  const repo = journalsRepo(db)
  const attempt = await repo.attempt(reach, attemptId)
  if (!attempt) throw notFound('Attempt')
  const questions = await repo.questionsOf(attempt.testId)
  const questionId = asked ?? questions[0]?.questionId ?? null
  const violations = await repo.violationsOf(attemptId)
  const empty = { ...attempt, questions, questionId, program: null, facts: null, chunks: [], violations }
  if (questionId === null) return empty
  if (!questions.some((question) => question.questionId === questionId)) throw notFound('Coding question')
  const place = { attemptId, questionId }
  const chunks = await readChunks(db, place)
  const program = (await repo.programOf(place)) ?? null
  if (chunks.length === 0) return { ...empty, program }
  return { ...empty, program, chunks, facts: await compute(db, { ...place, chars: await repo.charsOf(place) }) }
}

async function compute(db: Db, { chars, ...place }: Place & { chars: number }): Promise<JournalFacts> {
  const facts = await inTurns(computeFacts(await readChunks(db, place), await journalsRepo(db).programOf(place)))
  return facts.outcome === 'differs' && chars >= maxJournalChars ? { ...facts, outcome: 'cut' } : facts
}

/** Other requests wait at most this long, in ms. */
const turnMs = 10

/** Runs work step by step, and lets the server do other things in between. */
async function inTurns<Result>(work: Generator<undefined, Result, undefined>): Promise<Result> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < turnMs) continue
    await new Promise(setImmediate)
    began = performance.now()
  }
}

/** Maximum journals per run of the job. Most take a few milliseconds. */
const perRun = 50

/** Computes the facts about programs of submitted attempts. */
export async function rateJournals(app: Platform): Promise<void> {
  const { read: db } = app.db
  for (const journal of await journalsRepo(db).unrated(perRun)) {
    const facts = await compute(db, journal)
    await app.db.write((tx) => journalsRepo(tx).rate(journal, facts, app.clock.now()))
  }
}

/** An attempt's journals as recorded, for the export of a student's data. */
export async function journalsOfAttempt(app: Platform, attemptId: string) {
  const { read: db } = app.db
  const found = await journalsRepo(db).ofAttempt(attemptId)
  return Promise.all(
    found.map(async ({ questionId, title }) => ({ title, chunks: await readChunks(db, { attemptId, questionId }) })),
  )
}
