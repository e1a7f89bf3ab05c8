import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { answerText, fullAnswerText } from '#shared/bank/question-types.rules.ts'
import { attachedIn, withoutNames } from '#shared/bank/types/essay.rules.ts'
import { candidateCode, type Rubric } from '#shared/marking/marking.rules.ts'
import type {
  MarkingQuery,
  markedAnswer,
  markedQuestion,
  markingQueue,
  markingTests,
} from '#shared/marking/marking.schema.ts'
import { paginate } from '#shared/schema.ts'
import { valueAt } from '../attempts/answers.ts'
import { sittingToMark } from '../attempts/marks.ts'
import { toSeenLetters } from '../attempts/own-paper.ts'
import type { QuestionRow } from '../attempts/paper.ts'
import { notMarker, questionNotFound, testNotFound } from './marking.errors.ts'
import { type AnswerRow, markingRepo } from './marking.repo.ts'
import { objectionsRepo } from './objections/objections.repo.ts'

/** Maximum tests listed for marking. */
const maxTests = 200

/** @throws NOT_FOUND for an unknown test or, for college staff, a test that the college did not accept */
export async function requireMarkable(app: Platform, reach: Reach, testId: string): Promise<string> {
  const repo = markingRepo(app.db.read)
  const testName = await repo.testName(testId)
  const isMarkable = reach.kind === 'platform' || (await repo.isAccepted(reach.scope.collegeId, testId))
  if (testName === undefined || !isMarkable) throw testNotFound()
  return testName
}

/** False for faculty when other faculty of the college were chosen. */
export async function isMarker(app: Platform, reach: Reach, actor: Actor, testId: string): Promise<boolean> {
  if (reach.kind !== 'faculty') return true
  const chosen = await markingRepo(app.db.read).markerIds(testId, reach.scope.collegeId)
  return chosen.length === 0 || chosen.includes(actor.id)
}

/** @throws FORBIDDEN for faculty if the college chose other markers */
export async function requireMarker(app: Platform, reach: Reach, actor: Actor, testId: string): Promise<void> {
  if (!(await isMarker(app, reach, actor, testId))) throw notMarker()
}

/** True if any marking or objection exists, open or not. Reads one row per table: every staff page makes this call. */
export const hasMarking = async (app: Platform, reach: Reach) => ({
  exists: (await markingRepo(app.db.read).hasAny(reach)) || (await objectionsRepo(app.db.read).hasAny(reach)),
})

/** Tests with answers to mark or objections, most unfinished work first. */
export async function findMarkingTests(app: Platform, reach: Reach): Promise<z.input<typeof markingTests>> {
  const marked = await markingRepo(app.db.read).testsOf(reach, maxTests)
  const objected = new Map(
    (await objectionsRepo(app.db.read).testsOf(reach, maxTests)).map((row) => [row.testId, row] as const),
  )
  const listed = new Set(marked.map(({ testId }) => testId))
  const others = [...objected.values()].filter(({ testId }) => !listed.has(testId))
  const tests = [...marked, ...others.map(({ testId, testName }) => ({ testId, testName, waiting: 0, marked: 0 }))]
  return {
    tests: tests
      .map((test) => {
        const { open, total } = objected.get(test.testId) ?? { open: 0, total: 0 }
        return { ...test, ...(total > 0 && { objections: { open, answered: total - open } }) }
      })
      .sort((a, b) => waitingIn(b) - waitingIn(a)),
  }
}

const waitingIn = ({ waiting, objections }: { waiting: number; objections?: { open: number } }) =>
  waiting + (objections?.open ?? 0)

const noCounts = { waiting: 0, marked: 0, differing: 0 }

const presentQuestion = (
  { id, questionText, type, marks }: QuestionRow,
  place: number,
  counts: typeof noCounts | undefined,
): z.input<typeof markedQuestion> => ({
  questionId: id,
  questionNumber: place + 1,
  questionText,
  type,
  marks,
  ...noCounts,
  ...counts,
})

/** A test's essays, and its other questions with marks given by hand. @throws NOT_FOUND */
export async function getMarking(app: Platform, reach: Reach, testId: string) {
  const testName = await requireMarkable(app, reach, testId)
  const repo = markingRepo(app.db.read)
  const counts = new Map((await repo.countsOf(reach, testId)).map((row) => [row.questionId, row]))
  const questions = (await repo.questionsOf(testId)).flatMap((question, place) => {
    // Nobody may read the other candidates of a pool.
    const isAsked = question.type === 'essay' && question.poolId === null
    return isAsked || counts.has(question.id) ? [presentQuestion(question, place, counts.get(question.id))] : []
  })
  return { testName, questions }
}

export const rubricOf = (question: QuestionRow): Rubric => (question.type === 'essay' ? question.key.rubric : [])

/** A student's answer to a question, and a function that returns it in full, as the student saw it. */
async function answerOf(app: Services, attemptId: string, questionId: string) {
  const sitting = await sittingToMark(app.db.read, attemptId)
  const unanswered = { value: null, fullText: () => '' }
  if (!sitting) return unanswered
  const { placeOf, questions, own } = await app.papers.of(app.db.read, sitting)
  const place = placeOf.get(questionId)?.place ?? -1
  const asked = questions[place]
  if (!asked) return unanswered
  const value = valueAt(sitting.answers, place)
  const fullText = () =>
    own ? fullAnswerText(own.seen(asked), toSeenLetters(value, own.letters(asked))) : fullAnswerText(asked, value)
  return { value, fullText }
}

/** A student's answer to a question as text; empty if unanswered. @param isNamed true to include the names of files */
export async function answerIn(app: Services, attemptId: string, question: QuestionRow, isNamed: boolean) {
  const { value } = await answerOf(app, attemptId, question.id)
  const attached = attachedIn(value)
  return answerText(question, attached && !isNamed ? { ...attached, files: withoutNames(attached.files) } : value)
}

/** An answer with its marks. @param isNamed true to include the student */
export async function presentAnswer(
  app: Services,
  row: AnswerRow,
  question: QuestionRow,
  isNamed: boolean,
): Promise<z.input<typeof markedAnswer>> {
  const { mark, student, collegeName } = row
  const { value, fullText } = await answerOf(app, row.attemptId, question.id)
  const attached = attachedIn(value)
  const files = attached?.files ?? []
  return {
    attemptId: row.attemptId,
    candidate: candidateCode(row.attemptId),
    student: isNamed ? { ...student, collegeName } : null,
    answer: attached?.text ?? answerText(question, value),
    answerText: attached?.text ?? fullText(),
    files: isNamed ? files : withoutNames(files),
    marks: mark?.marks ?? null,
    comment: mark?.comment ?? null,
    levels: mark?.levels ?? null,
    markedBy: row.markedBy,
    markedAt: mark?.markedAt ?? null,
    second:
      mark?.secondAt == null
        ? null
        : {
            marks: mark.secondMarks,
            comment: mark.secondComment,
            levels: mark.secondLevels,
            markedBy: row.secondBy,
            markedAt: mark.secondAt,
          },
  }
}

/**
 * A page of answers to one question, and the number of answers after `after`. In state `second`, the first marks are hidden so that the second opinion is
 * independent.
 * @throws NOT_FOUND; FORBIDDEN when other faculty were chosen
 */
export async function getQueue(
  app: Services,
  reach: Reach,
  actor: Actor,
  { id: testId, ...query }: MarkingQuery & { id: string },
): Promise<z.input<typeof markingQueue>> {
  await requireMarkable(app, reach, testId)
  await requireMarker(app, reach, actor, testId)
  const repo = markingRepo(app.db.read)
  const questions = await repo.questionsOf(testId)
  const place = questions.findIndex(({ id }) => id === query.questionId)
  const question = questions[place]
  if (!question) throw questionNotFound()
  const counts = (await repo.countsOf(reach, testId)).find(({ questionId }) => questionId === question.id)
  const rows = await repo.answers(reach, testId, query, actor.id)
  const answers = []
  for (const row of rows) answers.push(await presentAnswer(app, row, question, query.names))
  const hidden = { marks: null, comment: null, levels: null, markedBy: null }
  // Like the key, these are secret until somebody has submitted the test.
  const everyAnswer = { ...query, state: 'all', after: null, attemptId: undefined } as const
  const isTaken = (await repo.countAnswers(reach, testId, everyAnswer, actor.id)) > 0
  const { minWords = null, maxWords = null } = question.type === 'essay' ? question.body : {}
  return {
    question: {
      ...presentQuestion(question, place, counts),
      questionImageUrl: question.questionImageUrl,
      explanation: isTaken ? question.explanation : null,
      minWords,
      maxWords,
      rubric: isTaken ? rubricOf(question).map(({ criterion, levels }) => ({ criterion, levels: [...levels] })) : [],
    },
    answers: query.state === 'second' ? answers.map((answer) => ({ ...answer, ...hidden })) : answers,
    pagination: paginate(query, await repo.countAnswers(reach, testId, query, actor.id)),
  }
}
