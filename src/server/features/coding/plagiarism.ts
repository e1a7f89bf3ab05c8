import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { chooseCompared, differing } from '#shared/coding/plagiarism.rules.ts'
import type { plagiarismAnswer, plagiarismPairAnswer } from '#shared/coding/plagiarism.schema.ts'
import { percentOf } from '#shared/numbers.ts'
import { requireTest } from '../tests/tests.ts'
import { questionNotFound, submissionNotFound } from './coding.errors.ts'
import { type ProgramRow, plagiarismRepo } from './plagiarism.repo.ts'
import { type Likeness, likePairs, likeParts, type Program, type Templates } from './similarity/comparison.ts'

/** Minimum share of common fingerprints to report a pair. Below it, short programs for one task match by chance. */
const worthTelling = 0.3
const toldAtMost = 500
/** Maximum programs, and characters of them, compared with each other. */
const comparedAtMost = { programs: 8_000, characters: 48 * 1024 * 1024 }
const readAtOnce = 500

interface Found {
  pairs: Likeness[]
  templates: Templates
  /** How many programs were compared, and how many were skipped. */
  programs: number
  left: number
}

/** The latest comparison, keyed by its programs, which change only while a test is running. */
const compared = new WeakMap<Platform, Map<string, Promise<Found>>>()
const keptAtMost = 50

type WithCode = ProgramRow & { code: string }

const asProgram = ({ submissionId, studentId, language, code }: WithCode): Program => ({
  id: submissionId,
  owner: studentId,
  language,
  code,
})

/** Compares programs. @param rows in order of priority: the last ones are skipped above the maximum */
async function compareAll(app: Platform, rows: readonly ProgramRow[]): Promise<Found> {
  const programs: WithCode[] = []
  let characters = 0
  let at = 0
  while (at < rows.length && at < comparedAtMost.programs && characters < comparedAtMost.characters) {
    const some = rows.slice(at, at + readAtOnce)
    at += some.length
    const codes = await plagiarismRepo(app.db.read).codeOf(some.map(({ submissionId }) => submissionId))
    const codeOf = new Map(codes.map(({ id, code }) => [id, code]))
    for (const row of some) {
      const code = codeOf.get(row.submissionId) ?? ''
      characters += code.length
      programs.push({ ...row, code })
    }
  }
  const different = differing(programs)
  const { pairs, templates } = await likePairs(different.map(asProgram), worthTelling, toldAtMost)
  return { pairs, templates, programs: different.length, left: rows.length - at }
}

/** Same as `compareAll`, cached while the programs are unchanged. */
function foundOf(app: Platform, rows: readonly ProgramRow[]): Promise<Found> {
  const kept = compared.get(app) ?? new Map<string, Promise<Found>>()
  compared.set(app, kept)
  const key = rows.map(({ submissionId }) => submissionId).join()
  const known = kept.get(key)
  if (known) return known
  const found = compareAll(app, rows)
  if (kept.size >= keptAtMost) kept.delete(kept.keys().next().value ?? '')
  kept.set(key, found)
  found.catch(() => kept.delete(key))
  return found
}

/** College staff may inspect tests that the college accepted. */
const requireAccepted = (app: Platform, scope: CollegeScope, testId: string) =>
  requireTest(app, { kind: 'faculty', scope }, testId)

/**
 * Finds similar programs among the college's students, comparing each student's scoring and last programs. Two students
 * form one pair, with their two most similar programs.
 * @throws NOT_FOUND for a test that is not the college's, or a question that is not in the test
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
  if (!questions.some((question) => question.questionId === questionId)) throw questionNotFound()
  const rows = chooseCompared(await repo.programs(scope, testId, questionId))
  const byId = new Map(rows.map((row) => [row.submissionId, row]))
  const found = await foundOf(app, rows)
  const pairs = found.pairs.flatMap(({ left, right, similarity, longest }) => {
    const [one, other] = [byId.get(left), byId.get(right)]
    return one && other ? [{ left: one, right: other, similarity: percentOf(similarity, 1), longest }] : []
  })
  return { testName, questions, questionId, programs: found.programs, left: found.left, pairs }
}

/**
 * Two programs side by side, with their common lines.
 * @throws NOT_FOUND unless both are from this test and college, and for the same question
 */
export async function getPlagiarismPair(
  app: Platform,
  scope: CollegeScope,
  testId: string,
  { left, right }: { left: string; right: string },
): Promise<z.input<typeof plagiarismPairAnswer>> {
  await requireAccepted(app, scope, testId)
  const repo = plagiarismRepo(app.db.read)
  const programs = await repo.find(scope, testId, [left, right])
  const [one, other] = [left, right].map((id) => programs.find(({ submissionId }) => submissionId === id))
  if (!one || !other || one.questionId !== other.questionId) throw submissionNotFound()
  const { templates } = await foundOf(app, chooseCompared(await repo.programs(scope, testId, one.questionId)))
  const { similarity, fragments } = await likeParts(asProgram(one), asProgram(other), templates)
  return { left: one, right: other, similarity: percentOf(similarity, 1), fragments }
}
