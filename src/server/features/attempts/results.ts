import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { matches } from '#server/platform/patterns.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import {
  grade,
  gradeOf,
  isPass,
  isRepeatable,
  type KeyedQuestion,
  resultsOf,
  timeSpentOn,
} from '#shared/attempts/attempts.rules.ts'
import type { Results, report, resultsQuery, submitAnswer } from '#shared/attempts/attempts.schema.ts'
import { positionAt } from '#shared/attempts/clock.rules.ts'
import { shownFieldsOf } from '#shared/bank/question-parts.rules.ts'
import { answerText, gradeAnswer, keyText } from '#shared/bank/question-types.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { toNumber } from '#shared/ratio.ts'
import type { RegradePreview } from '#shared/tests/tests.schema.ts'
import { requireStudentTest } from '../assignments/assignments.ts'
import { findRelease } from '../assignments/release.ts'
import { gradeSheet, isUntimed, valueAt } from './answers.ts'
import { notReleased, notSubmitted, resultNotFound } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type SheetAnswers, type Sitting } from './attempts.repo.ts'
import { codingOutcomesOf, pendingCode, savedCodeOf } from './code.ts'
import { paperRepo } from './paper.repo.ts'
import { type Paper, withPenalty } from './paper.ts'
import { receiptOf } from './receipts.ts'
import { resultsRepo } from './results.repo.ts'

const minute = 60_000

/** Regrades every submitted attempt of a test, inside the job that changed its key. */
export async function regradeTest(tx: Db, testId: string): Promise<void> {
  const questions = (await paperRepo(tx).questionsOf(testId)).map(withPenalty)
  const points = await resultsRepo(tx).pointsOf(testId)
  for (const { id, answers, codingMarks } of await resultsRepo(tx).submittedOfTest(testId))
    await resultsRepo(tx).regrade(id, resultsOf(gradeSheet(questions, answers), { marks: codingMarks ?? 0, points }))
}

/** Maximum number of students listed as crossing the pass mark. */
const maxNamed = 200

/** Previews how a different key would change a test's submitted attempts. */
export async function previewRegrade(
  app: Platform,
  testId: string,
  key: readonly KeyedQuestion[],
): Promise<RegradePreview> {
  const rows = await resultsRepo(app.db.read).submittedOfTest(testId)
  const points = await resultsRepo(app.db.read).pointsOf(testId)
  const after = rows.map(({ answers, codingMarks }) =>
    resultsOf(gradeSheet(key, answers), { marks: codingMarks ?? 0, points }),
  )
  const crossing = rows.flatMap((row, place) => {
    const before = row.percentage ?? 0
    const { percentage } = after[place] ?? { percentage: before }
    return isPass(before) === isPass(percentage) ? [] : [{ ...row, before, after: percentage }]
  })
  const people = await resultsRepo(app.db.read).peopleOf(crossing.slice(0, maxNamed).map(({ id }) => id))
  return {
    attempts: rows.length,
    changed: rows.filter((row, place) => row.marksObtained !== after[place]?.marksObtained).length,
    nowPass: crossing.filter((row) => isPass(row.after)).length,
    nowFail: crossing.filter((row) => !isPass(row.after)).length,
    crossing: crossing.flatMap(({ id, before, after }) => {
      const person = people.find(({ attemptId }) => attemptId === id)
      return person ? [{ ...person, before, after }] : []
    }),
  }
}

/** Results of a submitted attempt, where every column is set. */
const figuresOf = (attempt: AttemptRow): Results => ({
  marksObtained: attempt.marksObtained ?? 0,
  totalMarks: attempt.totalMarks ?? 0,
  percentage: attempt.percentage ?? 0,
  correctAnswers: attempt.correctAnswers ?? 0,
  incorrectAnswers: attempt.incorrectAnswers ?? 0,
  unanswered: attempt.unanswered ?? 0,
})

/** The response to a submit call, the same for a repeated call. */
export async function presentSubmission(
  app: Platform,
  attempt: Sitting,
  paper: Paper,
): Promise<z.input<typeof submitAnswer>> {
  const db = app.db.read
  const { testType } = paper.shown
  const pending = await pendingCode(db, attempt.id, paper)
  const receipt = receiptOf(attempt, paper, await savedCodeOf(db, attempt.id, paper))
  const { score } = await findRelease(app, attempt, attempt.testId)
  const results = score.isOut ? { results: figuresOf(attempt) } : { results: null, releaseAt: score.at }
  const figures = { ...results, pendingCode: pending, receipt }
  const answer = { testType, attemptId: attempt.id, ...figures }
  if (testType !== 'Practice') return answer
  return {
    ...answer,
    instantFeedback: outcomesOf(paper, attempt.answers).map(({ question, answer, isCorrect, marksObtained }) => ({
      questionId: question.id,
      question: question.questionText,
      questionImageUrl: question.questionImageUrl,
      ...shownFieldsOf(question),
      selectedAnswer: answer,
      correctAnswer: keyText(question),
      isCorrect,
      // Single choice is all or nothing.
      ...(question.type !== 'single' && { marks: question.marks, marksObtained }),
      explanation: question.explanation,
    })),
  }
}

/** Every question with its answer as text (null if unanswered) and what it earned (null if people have to mark it). */
const outcomesOf = ({ questions }: Paper, sheet: SheetAnswers) =>
  questions.map((question, place) => {
    const value = valueAt(sheet, place)
    const outcome = gradeAnswer(question, value, { matches })
    const shown = { question, answer: answerText(question, value) || null }
    if (outcome.kind === 'unmarked') return { ...shown, isCorrect: null, marksObtained: null }
    if (outcome.kind === 'unanswered') return { ...shown, isCorrect: false, marksObtained: 0 }
    return { ...shown, isCorrect: outcome.isCorrect, marksObtained: round2(toNumber(outcome.marks)) }
  })

/** All submitted attempts at a test, for a report; undefined for a single attempt. */
async function attemptsOf(app: Platform, scope: StudentScope, testId: string) {
  const rows = await attemptsRepo(app.db.read).submittedOf(scope, testId)
  if (rows.length < 2) return undefined
  return rows.map((row) => {
    const { marksObtained, totalMarks, percentage } = figuresOf(row)
    return { id: row.id, number: row.number, submittedAt: row.submittedAt ?? 0, marksObtained, totalMarks, percentage }
  })
}

/**
 * The student's own detailed report of the given attempt, by default the latest.
 * @throws NOT_FOUND before the start, CONFLICT while the attempt is running or its score is not released
 */
export async function getReport(
  app: Services,
  scope: StudentScope,
  { id: testId, attemptId }: z.output<typeof resultsQuery> & { id: string },
) {
  const attempt = await attemptsRepo(app.db.read).findSitting(scope, testId, attemptId)
  if (!attempt) {
    await requireStudentTest(app, scope, testId)
    throw resultNotFound()
  }
  const report = await presentReport(app, attempt)
  const { score, key } = await findRelease(app, scope, testId)
  if (!score.isOut) throw notReleased()
  if (key.isOut) await noteKeySeen(app, attempt)
  const paper = await app.papers.of(app.db.read, attempt)
  const attempts = isRepeatable(paper.shown) ? await attemptsOf(app, scope, testId) : undefined
  return { report: { ...(key.isOut ? report : withoutKey(report, paper, attempt)), ...(attempts && { attempts }) } }
}

/**
 * Records that the student has seen the key, for staff who may reopen the attempt. A failure to store this does not
 * block the report.
 */
async function noteKeySeen(app: Platform, { id, keySeenAt }: AttemptRow): Promise<void> {
  if (keySeenAt !== null) return
  try {
    await app.db.write((tx) => attemptsRepo(tx).update(id, { keySeenAt: app.clock.now() }))
  } catch (error) {
    app.log.error({ err: error, attempt: id }, 'failed to record that the answer key was seen')
  }
}

/**
 * True if a student may see verdicts for an attempt's programs: while it is running, and once its score is released.
 */
export async function isScoreShown(
  app: Platform,
  scope: Pick<StudentScope, 'collegeId'>,
  attemptId: string,
): Promise<boolean> {
  const attempt = await attemptsRepo(app.db.read).sitting(attemptId)
  if (!attempt || attempt.submittedAt === null) return true
  return (await findRelease(app, scope, attempt.testId)).score.isOut
}

type ShownReport = z.input<typeof report>

/**
 * Removes the key from a report, including which answers were right. With locked sections, only questions the student
 * has seen remain.
 */
function withoutKey(report: ShownReport, paper: Paper, attempt: Sitting): ShownReport {
  const { part: reached } = positionAt(attempt, Math.min(attempt.submittedAt ?? 0, attempt.deadline))
  const isSeen = ({ questionId }: { questionId: string }) =>
    !paper.shown.rules.lockSections || (paper.placeOf.get(questionId)?.part ?? 0) <= reached
  const hidden = { correctAnswer: null, isCorrect: null, marksObtained: null, explanation: null }
  return {
    ...report,
    questionAnalysis: report.questionAnalysis.filter(isSeen).map((question) => ({ ...question, ...hidden })),
  }
}

/** Returns the detailed report of an attempt. @throws CONFLICT while it is running */
export async function presentReport(app: Services, attempt: Sitting): Promise<z.input<typeof report>> {
  const { submittedAt } = attempt
  if (submittedAt === null) throw notSubmitted()
  const { read: db } = app.db
  const paper = await app.papers.of(db, attempt)
  const student = await attemptsRepo(db).studentOf(attempt.studentId)
  const figures = figuresOf(attempt)
  const { id, testName, subject, testType, companyName, difficulty } = paper.shown
  return {
    id: attempt.id,
    studentId: {
      id: attempt.studentId,
      name: student?.name ?? '',
      email: student?.email ?? '',
      batch: student?.batch ?? null,
      branch: student?.branch ?? null,
    },
    testId: { id, testName, subject, testType, companyName, difficulty },
    ...figures,
    passed: isPass(figures.percentage),
    grade: gradeOf(figures.percentage),
    timeSpent: round2(timeSpentOn(attempt, submittedAt) / minute),
    submittedBy: attempt.submittedBy ?? 'student',
    createdAt: attempt.startedAt,
    submittedAt,
    receipt: receiptOf(attempt, paper, await savedCodeOf(db, attempt.id, paper)),
    sectionTimesEnforced: !isUntimed(attempt, paper),
    timeGiven: round2(attempt.extraMs / minute),
    sections: paper.sections.map((section) => ({
      sectionName: section.sectionName,
      ...resultsOf(
        grade(
          paper.questions.filter((question) => question.sectionId === section.id),
          ({ id }) => valueAt(attempt.answers, paper.placeOf.get(id)?.place ?? -1),
          { matches },
        ),
        undefined,
        'none',
      ),
    })),
    codingAnalysis: await codingOutcomesOf(db, attempt.id, paper),
    pendingCode: await pendingCode(db, attempt.id, paper),
    questionAnalysis: outcomesOf(paper, attempt.answers).map(({ question, answer, ...outcome }) => ({
      questionId: question.id,
      questionText: question.questionText,
      questionImageUrl: question.questionImageUrl,
      sectionName: paper.sections.find(({ id }) => id === question.sectionId)?.sectionName ?? null,
      ...shownFieldsOf(question),
      studentAnswer: answer,
      correctAnswer: keyText(question),
      isCorrect: outcome.isCorrect,
      marks: question.marks,
      marksObtained: outcome.marksObtained,
      explanation: question.explanation,
    })),
  }
}
