import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { matches } from '#server/platform/patterns.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import { type KeyedQuestion, outcomeOf } from '#shared/attempts/results.rules.ts'
import { type AnswerValue, penaltyOf, stepsOf } from '#shared/bank/question-types.rules.ts'
import { lettersOf } from '#shared/bank/types/choice.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { commonMultiple, fromNumber, ratio, sumOf, times, toNumber } from '#shared/ratio.ts'
import {
  addAttempt,
  emptyFold,
  type ItemAnswer,
  type ItemFold,
  isFoldOf,
  mergeFolds,
} from '#shared/reports/items/fold.rules.ts'
import { type AnalysedQuestion, analyse, seenIn } from '#shared/reports/items/items.rules.ts'
import type { itemsExport } from '#shared/reports/items/items.schema.ts'
import { valueAt } from '../../attempts/answers.ts'
import { type GivenMarks, gradeParts } from '../../attempts/grading.ts'
import { givenMarksIn, type Sitting } from '../../attempts/marks.ts'
import { ownPaper } from '../../attempts/own-paper.ts'
import type { Paper, Papers, PenalisedQuestion } from '../../attempts/paper.ts'
import { isAuthor } from '../../tests/authors.ts'
import { testNotFound } from '../reports.errors.ts'
import { itemsFile } from './items.exports.ts'
import { type Cohort, itemsRepo } from './items.repo.ts'

interface App extends Platform {
  papers: Papers
}

/** Maximum attempts folded per write job. A job takes a few milliseconds, and saves can run in between. */
const foldedPerJob = 400

/**
 * Hash of a question's type, body and key. A corrected key can shift marks between two questions without changing any
 * total, and the fold must detect that too.
 */
const keyHashOf = ({ type, body, key }: KeyedQuestion) =>
  createHash('sha256')
    .update(JSON.stringify([type, body, key]))
    .digest('base64url')
    .slice(0, 8)

const choiceOf = (question: KeyedQuestion) =>
  question.type === 'single' && !question.key.alternatives
    ? { correctAnswer: question.key.correctAnswer, options: lettersOf(question.body).length }
    : { correctAnswer: null, options: null, keyHash: keyHashOf(question) }

/** Maximum parts of a hundredth of a mark. Finer fractions are rounded. */
const maxParts = 1_000

/** The cost of a wrong answer, and the number of parts per hundredth of a mark. */
function fractionsOf(question: PenalisedQuestion) {
  const penalty = penaltyOf(fromNumber(question.marks), question.penalty)
  // The denominator of a tiny penalty can be too large for a number.
  const parts = commonMultiple([stepsOf(question), Math.min(Number(times(penalty, ratio(100)).d), maxParts)])
  return { penalty: toNumber(penalty), ...(parts > 1 && { parts: Math.min(parts, maxParts) }) }
}

const hasBestOf = ({ grading }: Paper) => grading.parts.some(({ bestOf }) => bestOf !== null)

/** A test's items: questions in paper order, then coding questions. */
const itemsOf = ({ grading, coding }: Paper): AnalysedQuestion[] => [
  ...grading.parts.flatMap(({ questions, bestOf }) =>
    questions.map((question) => ({
      id: question.id,
      marks: question.marks,
      ...fractionsOf(question),
      ...(question.poolId !== null && { isDrawn: true }),
      ...(bestOf !== null && { isOptional: true }),
      ...choiceOf(question),
    })),
  ),
  ...coding.map(({ questionId, points }) => ({ id: questionId, correctAnswer: null, options: null, marks: points })),
]

/** The chosen option for single choice, or the marks for other types. */
function itemAnswerOf(question: KeyedQuestion, value: AnswerValue | null, given: number | undefined): ItemAnswer {
  if (question.type === 'single' && !question.key.alternatives) {
    const option = lettersOf(question.body).find((letter) => letter === value) ?? null
    return option === null || given === undefined ? option : { option, marks: given }
  }
  // Ignore rulings, because statistics describe the answers as given.
  const outcome = outcomeOf({ ...question, ruling: null }, value, given, { matches })
  return outcome.kind === 'graded' ? toNumber(outcome.marks) : null
}

/** Marks of the answers that count, before any floor. Ignores rulings, like the statistics of each question. */
function countedMarks({ grading }: Paper, answers: Sitting['answers'], given: GivenMarks): number {
  const parts = grading.parts.map((part) => ({
    ...part,
    questions: part.questions.map((question) => ({ ...question, ruling: null })),
  }))
  return toNumber(sumOf(gradeParts({ ...grading, parts }, answers, given).map(({ marks }) => marks)))
}

async function requirePaper(app: App, db: Db, testId: string): Promise<Paper> {
  const version = await itemsRepo(db).versionOf(testId)
  if (version === undefined) throw testNotFound()
  return app.papers.of(db, { testId, version })
}

/** Folds a batch of pending attempts. @returns true if more may be pending */
async function foldSome(app: App, tx: Db, cohort: Cohort): Promise<boolean> {
  const repo = itemsRepo(tx)
  const paper = await requirePaper(app, tx, cohort.testId)
  const items = itemsOf(paper)
  const kept = await repo.foldOf(cohort)
  if (kept && (kept.stale || !isFoldOf(kept.fold, items))) {
    await repo.startOver(cohort)
    return true
  }
  const fold = kept?.fold ?? emptyFold(items)
  const sheets = await repo.pendingSheets(cohort, foldedPerJob)
  const ids = sheets.map(({ attemptId }) => attemptId)
  const marks = await codingMarksOf(tx, ids, paper)
  const given = await givenMarksIn(tx, ids)
  for (const { attemptId, seed, answers } of sheets) {
    const own = seed === null ? paper : ownPaper(paper, seed)
    const givenMarks = given(attemptId)
    const items = paper.questions.map((question) => {
      const place = own.placeOf.get(question.id)?.place
      if (place === undefined) return undefined
      return itemAnswerOf(question, valueAt(answers, place), givenMarks.get(question.id))
    })
    const programs = paper.coding.map(({ questionId }) => marks.get(`${attemptId} ${questionId}`) ?? null)
    const ofPrograms = programs.reduce<number>((sum, earned) => sum + (earned ?? 0), 0)
    const counted = hasBestOf(paper) ? countedMarks(own, answers, givenMarks) + ofPrograms : undefined
    addAttempt(fold, [...items, ...programs], counted)
  }
  if (ids.length > 0) {
    await repo.putFold(cohort, fold)
    await repo.removePending(ids)
  }
  return ids.length === foldedPerJob
}

/** These attempts' marks for each coding question; questions without a program are omitted. */
async function codingMarksOf(tx: Db, attemptIds: readonly string[], { coding }: Paper): Promise<Map<string, number>> {
  if (coding.length === 0) return new Map()
  const points = new Map(coding.map((question) => [question.questionId, question.points]))
  const best = await itemsRepo(tx).bestScores(attemptIds)
  return new Map(
    best.map(({ attemptId, questionId, score }) => [
      `${attemptId} ${questionId}`,
      round2(((points.get(questionId) ?? 0) * score) / 100),
    ]),
  )
}

/** Folds all pending attempts of a cohort. */
async function catchUp(app: App, cohort: Cohort): Promise<void> {
  while (await app.db.write((tx) => foldSome(app, tx, cohort)));
}

/**
 * Folds a batch of pending attempts of any cohort in the background, so reports have little left to fold.
 * @returns true if there may be more
 */
export async function foldWaiting(app: App): Promise<boolean> {
  const cohort = await itemsRepo(app.db.read).waiting()
  if (!cohort) return false
  await app.db.write((tx) => foldSome(app, tx, cohort))
  return true
}

async function foldOfCohort(app: App, cohort: Cohort, items: readonly AnalysedQuestion[]): Promise<ItemFold> {
  const repo = itemsRepo(app.db.read)
  if (await repo.isBehind(cohort)) await catchUp(app, cohort)
  const fold = (await repo.foldOf(cohort))?.fold
  if (!fold) return emptyFold(items)
  if (isFoldOf(fold, items)) return fold
  // The key changed without changing anybody's marks, so the cohort was not behind.
  await catchUp(app, cohort)
  return (await repo.foldOf(cohort))?.fold ?? emptyFold(items)
}

async function foldOfAll(app: App, testId: string, items: readonly AnalysedQuestion[]): Promise<ItemFold> {
  const repo = itemsRepo(app.db.read)
  for (const collegeId of await repo.behind(testId)) await catchUp(app, { testId, collegeId })
  const kept = await repo.sumOf(testId)
  if (kept && isFoldOf(kept, items)) return kept
  for (const { collegeId, fold } of await repo.foldsOf(testId))
    if (!isFoldOf(fold, items)) await catchUp(app, { testId, collegeId })
  const sumUp = async (tx: Db) => {
    const folds = await itemsRepo(tx).foldsOf(testId)
    // A fold changed in the meantime belongs to a different key and is included next time.
    const alike = folds.filter(({ fold }) => isFoldOf(fold, items))
    const sum = alike.reduce((all, { fold }) => mergeFolds(all, fold), emptyFold(items))
    if (alike.length === folds.length && !app.db.isCopy) await itemsRepo(tx).putSum(testId, sum)
    return sum
  }
  return app.db.isCopy ? sumUp(app.db.read) : app.db.write(sumUp)
}

/** @throws NOT_FOUND for an unknown test or, for college staff, a test that the college did not accept */
export async function requireReadable(app: Platform, reach: Reach, testId: string): Promise<void> {
  const repo = itemsRepo(app.db.read)
  if (reach.kind === 'student') throw testNotFound()
  const isReadable =
    reach.kind === 'platform'
      ? (await repo.versionOf(testId)) !== undefined
      : await repo.isAccepted(reach.scope, testId)
  if (!isReadable) throw testNotFound()
}

/**
 * Question statistics of a test: over the college's students for its staff, and over all students for the owner. Only
 * the test's author gets the questions that a pool could have drawn but no student has submitted.
 * @throws NOT_FOUND, also for a test that the college did not accept
 */
export async function getItems(app: App, reach: Reach, testId: string) {
  await requireReadable(app, reach, testId)
  const paper = await requirePaper(app, app.db.read, testId)
  const items = itemsOf(paper)
  const fold =
    reach.kind === 'platform'
      ? await foldOfAll(app, testId, items)
      : await foldOfCohort(app, { testId, collegeId: reach.scope.collegeId }, items)
  const analysis = analyse(fold, items)
  // College staff must not learn the key before the test.
  const isKeyHidden = reach.kind !== 'platform' && analysis.attempts === 0
  const isOwn = isAuthor(reach, await itemsRepo(app.db.read).authorOf(testId))
  const isShown = (_: unknown, place: number) => {
    const figures = analysis.items[place]
    return isOwn || !items[place]?.isDrawn || (figures !== undefined && seenIn(figures) > 0)
  }
  return {
    analysis: {
      ...analysis,
      items: analysis.items.filter(isShown).map((item) => (isKeyHidden ? { ...item, correctAnswer: null } : item)),
      totalMarks: paper.shown.totalMarks,
    },
    questions: questionsOf(paper).filter(isShown),
  }
}

/** A test's questions in the order of `itemsOf`. */
const questionsOf = ({ questions, coding, sections }: Paper) => [
  ...questions.map(({ id, questionText, type, body, sectionId }, place) => ({
    id,
    questionNumber: place + 1,
    questionText,
    type,
    options: type === 'single' ? body.options : null,
    sectionName: sections.find((section) => section.id === sectionId)?.sectionName ?? null,
  })),
  ...coding.map(({ questionId, title }, place) => ({
    id: questionId,
    questionNumber: questions.length + place + 1,
    questionText: title,
    type: null,
    options: null,
    sectionName: null,
  })),
]

/** Exports question statistics. @throws NOT_FOUND */
export async function exportItems(app: App, reach: Reach, { id, format, timeZone }: z.output<typeof itemsExport>) {
  const items = await getItems(app, reach, id)
  return itemsFile(format, await itemsRepo(app.db.read).nameOf(id), items, timeZone)
}
