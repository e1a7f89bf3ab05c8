import type { z } from 'zod'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { isRepeatable } from '#shared/attempts/attempts.rules.ts'
import type { printedPaper, printedPaperQuery } from '#shared/attempts/review.schema.ts'
import { gradedKey, shownFieldsOf } from '#shared/bank/question-parts.rules.ts'
import { answerText, type QuestionTypeName } from '#shared/bank/question-types.rules.ts'
import type { Letter } from '#shared/bank/types/choice.rules.ts'
import { authorQuestionOf, paperQuestionOf } from '#shared/tests/tests.rules.ts'
import { findRelease } from '../assignments/release.ts'
import { revisionAt, timeSpentAt, valueAt } from './answers.ts'
import { attemptNotFound, notMarked, notReleased, notSubmitted } from './attempts.errors.ts'
import { attemptsRepo, type Sitting } from './attempts.repo.ts'
import { codingOutcomesOf } from './code.ts'
import { toSeenLetters } from './own-paper.ts'
import type { PenalisedQuestion } from './paper-model.ts'
import { lastSeenPart, noteKeySeen, outcomesOf } from './results.ts'
import { reviewRepo } from './review.repo.ts'

/**
 * True if the viewer may see the key. Students may see it once it is released.
 * @throws CONFLICT for a student whose results are not released
 */
async function requireReadable(app: Services, reach: Reach, attempt: Sitting): Promise<boolean> {
  if (reach.kind !== 'student') return true
  const { score, key } = await findRelease(app, reach.scope, attempt.testId)
  if (!score.isOut) throw notReleased()
  if (attempt.pendingMarks > 0) throw notMarked()
  return key.isOut
}

/** Types with parts whose order depends on the student, apart from lettered options. */
const arranged: ReadonlySet<QuestionTypeName> = new Set(['gaps', 'matching', 'ordering'])

/** Students never see rubrics. */
const withoutRubric = (question: PenalisedQuestion): PenalisedQuestion =>
  question.type === 'essay' ? { ...question, key: { rubric: [] } } : question

/** The question with its key, and pairs in the order shown to the student. */
const keyedQuestionOf = (question: PenalisedQuestion) =>
  authorQuestionOf({ ...question, key: gradedKey(question) } as PenalisedQuestion)

/**
 * Returns the paper of a submitted attempt as the student saw it.
 * @throws NOT_FOUND; CONFLICT while the attempt is running, or before a student's results are released
 */
export async function getPrintedPaper(
  app: Services,
  reach: Reach,
  { id, key: wantsKey }: z.output<typeof printedPaperQuery> & { id: string },
): Promise<z.input<typeof printedPaper>> {
  const { read: db } = app.db
  const heading = await reviewRepo(db).heading(reach, id)
  const attempt = heading && (await attemptsRepo(db).sitting(id))
  if (!attempt) throw attemptNotFound()
  const { submittedAt } = attempt
  if (submittedAt === null) throw notSubmitted()
  const isKeyOut = await requireReadable(app, reach, attempt)
  const isStudent = reach.kind === 'student'
  if (isStudent && isKeyOut && wantsKey) await noteKeySeen(app, attempt)

  const paper = await app.papers.of(db, attempt)
  const { sections, shown, plan } = paper
  const reached = isStudent && !isKeyOut ? lastSeenPart(paper, attempt) : plan.length - 1
  const outcomes = (await outcomesOf(db, paper, attempt)).filter(
    ({ question }) => (paper.placeOf.get(question.id)?.part ?? 0) <= reached,
  )
  const isKeyed = isKeyOut && wantsKey
  const present = ({ question }: (typeof outcomes)[number]) =>
    isKeyed ? keyedQuestionOf(isStudent ? withoutRubric(question) : question) : paperQuestionOf(question)
  const programs = await codingOutcomesOf(db, id, paper)
  return {
    testId: attempt.testId,
    studentId: attempt.studentId,
    testName: shown.testName,
    totalMarks: attempt.totalMarks ?? shown.totalMarks,
    student: heading.student,
    number: attempt.number,
    isRepeatable: isRepeatable(shown),
    startedAt: attempt.startedAt,
    submittedAt,
    changedAt: heading.changedAt > submittedAt ? heading.changedAt : null,
    isKeyOut,
    parts: (sections.length > 0 ? sections : [{ id: null, sectionName: null }])
      .map(({ id: sectionId, sectionName }) => ({
        sectionName,
        questions: outcomes.filter(({ question }) => question.sectionId === sectionId).map(present),
      }))
      .filter(({ questions }) => questions.length > 0),
    // The author's fields do not contain the order of the parts.
    shown: Object.fromEntries(
      outcomes.flatMap(({ question }) =>
        isKeyed && arranged.has(question.type) ? [[question.id, shownFieldsOf(question)]] : [],
      ),
    ),
    codingQuestions: reached >= plan.length - 1 ? shown.codingQuestions : [],
    answers: Object.fromEntries(outcomes.flatMap(({ question, answer }) => (answer ? [[question.id, answer]] : []))),
    attached: Object.fromEntries(
      outcomes.flatMap(({ question, attached }) => (attached ? [[question.id, attached]] : [])),
    ),
    programs: Object.fromEntries(
      programs.flatMap(({ questionId, code, language }) =>
        code && language ? [[questionId, { code, language }]] : [],
      ),
    ),
  }
}

/**
 * Returns the answers of an attempt with the numbers and option letters of the student's paper, and the texts of chosen
 * options. Omits questions that were never answered, because the student may not have seen them.
 */
export async function answersAsSeen(app: Services, attemptId: string) {
  const { read: db } = app.db
  const attempt = await attemptsRepo(db).sitting(attemptId)
  if (!attempt) return []
  const { questions, own, placeOf, sections } = await app.papers.of(db, attempt)
  const counts = new Map<string | null, number>()
  return (own?.order ?? questions).flatMap((asked) => {
    const number = (counts.get(asked.sectionId) ?? 0) + 1
    counts.set(asked.sectionId, number)
    const place = placeOf.get(asked.id)?.place ?? -1
    if (revisionAt(attempt.answers, place) < 0) return []
    const letters = own?.letters(asked) ?? null
    const question = own?.seen(asked) ?? asked
    const value = toSeenLetters(valueAt(attempt.answers, place), letters)
    const answer = answerText(question, value) || null
    const options = question.type === 'single' || question.type === 'multiple' ? question.body.options : null
    const texts = [value].flat().map((letter) => options?.[letter as Letter] ?? letter)
    return [
      {
        section: sections.find(({ id }) => id === asked.sectionId)?.sectionName ?? null,
        number,
        question: asked.questionText,
        answer,
        answerText: answer === null || options === null ? answer : texts.join('; '),
        seconds: timeSpentAt(attempt.answers, place),
      },
    ]
  })
}
