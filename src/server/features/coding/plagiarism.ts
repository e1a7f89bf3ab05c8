import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { chooseCompared } from '#shared/coding/plagiarism.rules.ts'
import { percentOf } from '#shared/numbers.ts'
import { requireTest } from '../tests/tests.ts'
import { questionNotFound, submissionNotFound } from './coding.errors.ts'
import { plagiarismRepo } from './plagiarism.repo.ts'
import { compareInWorker, toProgram } from './similarity/comparison.ts'

/** College staff may inspect tests that the college accepted. */
const requireAccepted = (app: Platform, scope: CollegeScope, testId: string) =>
  requireTest(app, { kind: 'faculty', scope }, testId)

/**
 * Finds similar programs among the college's students, comparing each student's scoring and last programs. Each pair of
 * students is listed once, with their two most similar programs.
 * @throws NOT_FOUND for a test that is not the college's, or a question that is not in the test
 */
export async function findPlagiarism(app: Services, scope: CollegeScope, testId: string, asked: string | undefined) {
  const { testName } = await requireAccepted(app, scope, testId)
  const repo = plagiarismRepo(app.db.read)
  const questions = await repo.questionsOf(testId)
  const questionId = asked ?? questions[0]?.questionId ?? null
  if (questionId === null) return { testName, questions, questionId, programs: 0, left: 0, pairs: [] }
  if (!questions.some((question) => question.questionId === questionId)) throw questionNotFound()
  const rows = chooseCompared(await repo.programs(scope, testId, questionId))
  const byId = new Map(rows.map((row) => [row.submissionId, row]))
  const found = await app.programComparisons.of(rows)
  const pairs = found.pairs.flatMap(({ left, right, similarity, longest }) => {
    const [one, other] = [byId.get(left), byId.get(right)]
    return one && other ? [{ left: one, right: other, similarity: percentOf(similarity, 1), longest }] : []
  })
  return { testName, questions, questionId, programs: found.programs, left: found.left, pairs }
}

/**
 * Two programs side by side, with their matching lines.
 * @throws NOT_FOUND unless both are from this test and college, and for the same question
 */
export async function getPlagiarismPair(
  app: Services,
  scope: CollegeScope,
  testId: string,
  { left, right }: { left: string; right: string },
) {
  await requireAccepted(app, scope, testId)
  const repo = plagiarismRepo(app.db.read)
  const programs = await repo.find(scope, testId, [left, right])
  const [one, other] = [left, right].map((id) => programs.find(({ submissionId }) => submissionId === id))
  if (!one || !other || one.questionId !== other.questionId) throw submissionNotFound()
  const { templates } = await app.programComparisons.of(
    chooseCompared(await repo.programs(scope, testId, one.questionId)),
  )
  const { similarity, fragments } = await compareInWorker(toProgram(one), toProgram(other), templates)
  return { left: one, right: other, similarity: percentOf(similarity, 1), fragments }
}
