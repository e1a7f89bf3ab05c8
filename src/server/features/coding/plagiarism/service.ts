import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { comparedAtMost, type Likeness, likePairs, likeParts } from '#server/similarity/similarity.ts'
import type { plagiarismAnswer, plagiarismPairAnswer } from '#shared/coding/plagiarism/schema.ts'
import { round2 } from '#shared/numbers.ts'
import { requireTest } from '../../tests/service.ts'
import { submissionNotFound } from '../errors.ts'
import { type ProgramRow, plagiarismRepo } from './repo.ts'

/** A pair is told from this share of common fingerprints on; below it, short programs to one task are alike by themselves. */
const worthTelling = 0.3
const toldAtMost = 500

/** What was compared last, by the programs that went into it: they change only while a test runs. */
const compared = new WeakMap<Platform, Map<string, Likeness[]>>()
const keptAtMost = 50

async function pairsOf(app: Platform, programs: ProgramRow[]): Promise<Likeness[]> {
  const kept = compared.get(app) ?? new Map<string, Likeness[]>()
  compared.set(app, kept)
  const key = programs.map(({ submissionId }) => submissionId).join()
  const known = kept.get(key)
  if (known) return known
  const pairs = await likePairs(programs.map(asProgram), worthTelling, toldAtMost)
  if (kept.size >= keptAtMost) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, pairs)
  return pairs
}

const asProgram = ({ submissionId, language, code }: ProgramRow) => ({ id: submissionId, language, code })

const present = ({ code: _, ...row }: ProgramRow) => row

/** What the college's staff may look at: the tests that the college has taken. */
const requireAccepted = (app: Platform, scope: CollegeScope, testId: string) =>
  requireTest(app, { kind: 'faculty', scope }, testId)

/**
 * Which of the college's students handed in programs that are alike, by the last program of each.
 *
 * @throws NOT_FOUND for a test that is not the college's, or a question that is not the test's
 */
export async function findPlagiarism(
  app: Platform,
  scope: CollegeScope,
  testId: string,
  asked: string | undefined,
): Promise<z.input<typeof plagiarismAnswer>> {
  const { testName } = await requireAccepted(app, scope, testId)
  const repo = plagiarismRepo(app.db.read)
  const questions = await repo.questionsOf(testId)
  const questionId = asked ?? questions[0]?.questionId ?? null
  if (questionId === null) return { testName, questions, questionId, programs: 0, left: 0, pairs: [] }
  if (!questions.some((question) => question.questionId === questionId)) throw submissionNotFound()
  const programs = await repo.lastPrograms(scope, testId, questionId)
  const byId = new Map(programs.map((row) => [row.submissionId, row]))
  const pairs = (await pairsOf(app, programs)).flatMap(({ left, right, similarity, longest }) => {
    const [one, other] = [byId.get(left), byId.get(right)]
    if (!one || !other) return []
    return [{ left: present(one), right: present(other), similarity: round2(similarity * 100), longest }]
  })
  const most = Math.min(programs.length, comparedAtMost)
  return { testName, questions, questionId, programs: most, left: programs.length - most, pairs }
}

/**
 * Two programs side by side, with the lines that they have in common.
 *
 * @throws NOT_FOUND for programs that are not of this test and college, or not of one question
 */
export async function getPlagiarismPair(
  app: Platform,
  scope: CollegeScope,
  testId: string,
  { left, right }: { left: string; right: string },
): Promise<z.input<typeof plagiarismPairAnswer>> {
  await requireAccepted(app, scope, testId)
  const repo = plagiarismRepo(app.db.read)
  for (const { questionId } of await repo.questionsOf(testId)) {
    const programs = await repo.lastPrograms(scope, testId, questionId)
    const [one, other] = [left, right].map((id) => programs.find(({ submissionId }) => submissionId === id))
    if (!one || !other) continue
    const { similarity, fragments } = await likeParts(programs.map(asProgram), left, right)
    return { left: one, right: other, similarity: round2(similarity * 100), fragments }
  }
  throw submissionNotFound()
}
