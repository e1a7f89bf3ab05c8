import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { matches } from '#server/platform/patterns.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { isRepeatable, timeSpentOn } from '#shared/attempts/attempts.rules.ts'
import type { Results, report, resultsQuery, submitAnswer } from '#shared/attempts/attempts.schema.ts'
import { positionAt } from '#shared/attempts/clock.rules.ts'
import { outcomeOf, partResults } from '#shared/attempts/results.rules.ts'
import { shownFieldsOf } from '#shared/bank/question-parts.rules.ts'
import { answerText, type KeyedBody, keyText } from '#shared/bank/question-types.rules.ts'
import { attachedIn } from '#shared/bank/types/essay.rules.ts'
import { chosenLevels } from '#shared/marking/marking.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { toNumber, zero } from '#shared/ratio.ts'
import { gradeOf, hasPassed } from '#shared/tests/scheme.rules.ts'
import { requireStudentTest } from '../assignments/assignments.ts'
import { findRelease, releaseAt } from '../assignments/release.ts'
import { isUntimed, valueAt } from './answers.ts'
import { notMarked, notReleased, notSubmitted, resultNotFound } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type Sitting } from './attempts.repo.ts'
import { codingOutcomesOf, pendingCode, savedCodeOf } from './code.ts'
import { givenIn, gradeParts } from './grading.ts'
import { type MarkRow, marksRepo } from './marks.repo.ts'
import { toSeenLetters } from './own-paper.ts'
import type { Paper } from './paper.ts'
import { receiptOf } from './receipts.ts'

const minute = 60_000

/** Results of a submitted attempt; null until all answers are marked. */
const figuresOf = (attempt: AttemptRow): Results | null => {
  const { marksObtained, percentage } = attempt
  return marksObtained === null || percentage === null ? null : { ...countsOf(attempt), marksObtained, percentage }
}

const countsOf = ({ totalMarks, correctAnswers, incorrectAnswers, unanswered }: AttemptRow) => ({
  totalMarks: totalMarks ?? 0,
  correctAnswers: correctAnswers ?? 0,
  incorrectAnswers: incorrectAnswers ?? 0,
  unanswered: unanswered ?? 0,
})

/** Number of unmarked answers; empty if there are none. */
const pendingOf = ({ pendingMarks }: AttemptRow) => (pendingMarks > 0 ? { pendingMarks } : {})

/** The response to a first or repeated submit call. */
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
  const figures = { ...results, ...pendingOf(attempt), pendingCode: pending, receipt }
  const answer = { testType, attemptId: attempt.id, ...figures }
  if (testType !== 'Practice') return answer
  return {
    ...answer,
    instantFeedback: (await outcomesOf(db, paper, attempt)).map(
      ({ question, answer, attached, isCorrect, marksObtained }) => ({
        questionId: question.id,
        question: question.questionText,
        questionImageUrl: question.questionImageUrl,
        ...shownFieldsOf(question),
        selectedAnswer: answer,
        ...(attached && { attached }),
        correctAnswer: keyText(question),
        isCorrect,
        // Single choice is all or nothing.
        ...(question.type !== 'single' && { marks: question.marks, marksObtained }),
        ...(question.ruling && { ruling: question.ruling }),
        explanation: question.explanation,
      }),
    ),
  }
}

const levelsOf = (question: KeyedBody, mark: MarkRow | undefined) =>
  question.type === 'essay' ? chosenLevels(question.key.rubric, mark?.levels ?? []) : []

/**
 * Returns every question as the student saw it, with the answer as text (null if unanswered) and the marks earned (null
 * until marked). A dropped question is neither correct nor incorrect.
 */
export async function outcomesOf(db: Db, { questions, own, placeOf }: Paper, { id, answers }: Sitting) {
  const marks = new Map((await marksRepo(db).of(id)).map((row) => [row.questionId, row]))
  return (own?.order ?? questions).map((asked) => {
    const letters = own?.letters(asked) ?? null
    const question = own?.seen(asked) ?? asked
    const value = toSeenLetters(valueAt(answers, placeOf.get(asked.id)?.place ?? -1), letters)
    const mark = marks.get(asked.id)
    const outcome = outcomeOf(question, value, mark?.marks ?? undefined, { matches })
    const files = attachedIn(value)
    const shown = {
      question,
      letters,
      answer: answerText(question, value) || null,
      ...(files && { attached: files }),
      comment: mark?.comment ?? null,
      levels: levelsOf(question, mark),
    }
    if (outcome.kind === 'dropped') return { ...shown, isCorrect: null, marksObtained: 0 }
    if (outcome.kind === 'unmarked') return { ...shown, isCorrect: null, marksObtained: null }
    if (outcome.kind === 'unanswered')
      return { ...shown, isCorrect: false, marksObtained: round2(toNumber(outcome.marks ?? zero)) }
    return { ...shown, isCorrect: outcome.isCorrect, marksObtained: round2(toNumber(outcome.marks)) }
  })
}

/** All submitted attempts at a test, for a report; undefined for a single attempt. */
async function attemptsOf(app: Platform, scope: StudentScope, testId: string) {
  const rows = await attemptsRepo(app.db.read).submittedOf(scope, testId)
  if (rows.length < 2) return undefined
  return rows.flatMap((row) => {
    const figures = figuresOf(row)
    if (!figures) return []
    const { marksObtained, totalMarks, percentage } = figures
    return { id: row.id, number: row.number, submittedAt: row.submittedAt ?? 0, marksObtained, totalMarks, percentage }
  })
}

/**
 * Returns a student's attempt with a released result, by default the latest, and whether its key is released.
 * @throws NOT_FOUND before the start, CONFLICT while the attempt is running or its score is not released
 */
export async function requireResult(
  app: Services,
  db: Db,
  scope: StudentScope,
  { id: testId, attemptId }: z.output<typeof resultsQuery> & { id: string },
): Promise<{ attempt: Sitting; isKeyOut: boolean }> {
  const attempt = await attemptsRepo(db).findSitting(scope, testId, attemptId)
  if (!attempt) {
    await requireStudentTest(app, scope, testId)
    throw resultNotFound()
  }
  if (attempt.submittedAt === null) throw notSubmitted()
  const { score, key } = await releaseAt(db, app.clock.now(), scope, testId)
  if (!score.isOut) throw notReleased()
  if (attempt.pendingMarks > 0) throw notMarked()
  return { attempt, isKeyOut: key.isOut }
}

/** The student's detailed report. @throws the errors of `requireResult` */
export async function getReport(
  app: Services,
  scope: StudentScope,
  query: z.output<typeof resultsQuery> & { id: string },
) {
  const { attempt, isKeyOut } = await requireResult(app, app.db.read, scope, query)
  const report = await presentReport(app, attempt)
  if (isKeyOut) await noteKeySeen(app, attempt)
  const paper = await app.papers.of(app.db.read, attempt)
  const attempts = isRepeatable(paper.shown) ? await attemptsOf(app, scope, query.id) : undefined
  return { report: { ...(isKeyOut ? report : withoutKey(report, paper, attempt)), ...(attempts && { attempts }) } }
}

/**
 * Records that the student has seen the key, for staff who may reopen the attempt. A failure to store this does not
 * block the report.
 */
export async function noteKeySeen(app: Platform, { id, keySeenAt }: AttemptRow): Promise<void> {
  if (keySeenAt !== null) return
  try {
    await app.db.write((tx) => attemptsRepo(tx).update(id, { keySeenAt: app.clock.now() }))
  } catch (error) {
    app.log.error({ err: error, attempt: id }, 'Failed to record that the answer key was seen')
  }
}

/**
 * True if a student may see verdicts for an attempt's submissions: while it is running, and once its score is released.
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

/** Zero-based index of the last section that the student has seen. */
export const lastSeenPart = (paper: Paper, attempt: Sitting) =>
  paper.shown.rules.lockSections
    ? positionAt(attempt, Math.min(attempt.submittedAt ?? 0, attempt.deadline)).part
    : paper.plan.length - 1

type ShownReport = z.input<typeof report>

/**
 * Removes the key from a report, including which answers were right. With locked sections, only questions the student
 * has seen remain.
 */
function withoutKey(report: ShownReport, paper: Paper, attempt: Sitting): ShownReport {
  const reached = lastSeenPart(paper, attempt)
  const isSeen = ({ questionId }: { questionId: string }) => (paper.placeOf.get(questionId)?.part ?? 0) <= reached
  const hidden = { correctAnswer: null, isCorrect: null, marksObtained: null, explanation: null }
  return {
    ...report,
    // Levels belong to the rubric, and a marker's comment may contain the answer.
    questionAnalysis: report.questionAnalysis
      .filter(isSeen)
      .map(({ comment: _, levels: __, ...question }) => ({ ...question, ...hidden })),
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
  const passed = figures && hasPassed({ ...attempt, ...figures })
  const given = givenIn(await marksRepo(db).of(attempt.id))
  const parts = gradeParts(paper.grading, attempt.answers, given)
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
    ...(figures ?? { ...countsOf(attempt), marksObtained: null, percentage: null }),
    ...pendingOf(attempt),
    passed,
    passMark: paper.grading.scheme.passMark,
    grade: figures && gradeOf(figures.percentage, passed ?? undefined),
    timeSpent: round2(timeSpentOn(attempt, submittedAt) / minute),
    submittedBy: attempt.submittedBy ?? 'student',
    createdAt: attempt.startedAt,
    submittedAt,
    receipt: receiptOf(attempt, paper, await savedCodeOf(db, attempt.id, paper)),
    sectionTimesEnforced: !isUntimed(attempt, paper),
    timeGiven: round2(attempt.extraMs / minute),
    sections: paper.sections.flatMap(({ sectionName, cutoff }, place) => {
      const part = parts[place]
      if (!part) return []
      return {
        sectionName,
        ...(cutoff !== null && part.total.n !== 0n && { cutoff }),
        ...partResults(part, paper.grading.scheme.floor),
      }
    }),
    codingAnalysis: await codingOutcomesOf(db, attempt.id, paper),
    pendingCode: await pendingCode(db, attempt.id, paper),
    questionAnalysis: (await outcomesOf(db, paper, attempt)).map(
      ({ question, letters, answer, attached, comment, levels, ...outcome }) => ({
        questionId: question.id,
        questionText: question.questionText,
        questionImageUrl: question.questionImageUrl,
        sectionName: paper.sections.find(({ id }) => id === question.sectionId)?.sectionName ?? null,
        ...shownFieldsOf(question),
        studentAnswer: answer,
        ...(attached && { attached }),
        correctAnswer: keyText(question),
        isCorrect: outcome.isCorrect,
        marks: question.marks,
        marksObtained: outcome.marksObtained,
        ...(comment !== null && { comment }),
        ...(levels.length > 0 && { levels }),
        ...(letters && { testLetters: [...letters] }),
        ...(question.ruling && { ruling: question.ruling }),
        explanation: question.explanation,
      }),
    ),
  }
}
