import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { onlyMeasured } from '#server/judge/types.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import {
  type CodingListQuery,
  type CodingQuestionForm,
  type codingListItem,
  type codingQuestionAnswer,
  missingTexts,
} from '#shared/coding/coding.schema.ts'
import { hasProgram, judgingProgram } from '#shared/coding/comparison.schema.ts'
import { showJudging } from '#shared/coding/judging.schema.ts'
import { showTemplate } from '#shared/coding/templates.schema.ts'
import { invalid } from '#shared/errors.ts'
import { paginate } from '#shared/schema.ts'
import { isCodingOpen } from '../../attempts/code.ts'
import { recordAudit } from '../../audit/audit.ts'
import { beginCheck, type Calibration, makeCheckDue } from '../check.ts'
import { questionNotFound } from '../coding.errors.ts'
import { judgingRepo } from '../judging.repo.ts'
import { asField } from '../judging.ts'
import { countTests, isOfferedForPractice, isUsed } from '../usage.ts'
import { questionTooLarge, solutionTooLarge } from './bank.errors.ts'
import { bankRepo, type CaseRow, type QuestionRow, type Shelf, type SolutionRow } from './bank.repo.ts'
import {
  alike,
  casesOf,
  columnsOf,
  sameCase,
  sameJudging,
  sameRun,
  sameSolution,
  solutionsOf,
  withArguments,
} from './question-rows.ts'

type Answer = z.input<typeof codingQuestionAnswer>

/** Maximum size of a question as JSON, so every stored question fits into a 16 MiB body. */
export const maxQuestionBytes = 16 * 1024 * 1024 - 64 * 1024

/** All languages and whether this machine can judge them. */
export const getLanguages = async (app: Services, { role }: Actor) => ({
  languages: await app.judgePool.offered(),
  ...(role !== 'student' && (await app.judge.sandbox()).memory === 'measured' && { warning: onlyMeasured }),
})

/**
 * Returns the part of the bank a person may see. Students see only practice questions, and only the author sees
 * unpublished ones.
 */
const shelfOf = ({ kind }: Reach, now: number, { archived = false, practice, status }: CodingListQuery): Shelf => ({
  status: kind === 'platform' ? status : 'published',
  archived: archived && kind === 'platform',
  practice,
  offeredAt: kind === 'student' ? now : null,
})

type Listed = Pick<
  QuestionRow,
  | 'id'
  | 'title'
  | 'difficulty'
  | 'tags'
  | 'supportedLanguages'
  | 'testCasesCount'
  | 'status'
  | 'archivedAt'
  | 'practice'
  | 'createdAt'
>

const listed = (row: Listed): z.input<typeof codingListItem> => ({
  id: row.id,
  title: row.title,
  difficulty: row.difficulty,
  tags: row.tags,
  supported_languages: row.supportedLanguages,
  test_cases_count: row.testCasesCount,
  status: row.status,
  archived: row.archivedAt !== null,
  practice: row.practice,
  created_at: row.createdAt,
})

/** A page of the bank, newest first, with the number of matches per difficulty. */
export async function findQuestions(app: Platform, reach: Reach, query: CodingListQuery) {
  const shelf = shelfOf(reach, app.clock.now(), query)
  const repo = bankRepo(app.db.read)
  const counts = await repo.countDifficulties(shelf, query.search)
  const total = query.difficulty ? counts[query.difficulty] : counts.easy + counts.medium + counts.hard
  return {
    questions: (await repo.list(shelf, query)).map(listed),
    counts,
    pagination: paginate(query, total),
  }
}

/** Accepts archived questions. @throws NOT_FOUND */
export async function requireQuestion(app: Platform, id: string): Promise<void> {
  if (!(await bankRepo(app.db.read).find(id))) throw questionNotFound()
}

/**
 * True if a person may read a question. Students may if it is offered for practice, or while they are in the coding
 * section of a test that uses it.
 */
export async function mayRead(app: Platform, reach: Reach, { id, status, archivedAt }: QuestionRow): Promise<boolean> {
  if (reach.kind === 'platform') return true
  if (reach.kind !== 'student') return status === 'published' && archivedAt === null
  const now = app.clock.now()
  if (await isOfferedForPractice(app.db.read, id, now)) return true
  for (const attempt of await bankRepo(app.db.read).sittings(reach.scope, id))
    if (await isCodingOpen(app.db.read, now, attempt.id)) return true
  return false
}

const shownCase = ({ input, expectedOutput, isSample, weight, groupName }: CaseRow) => ({
  input,
  expected_output: expectedOutput,
  is_sample: isSample,
  weight,
  ...(groupName === null ? {} : { group: groupName }),
})

const shownSolution = (row: SolutionRow) => ({
  language: row.language,
  code: row.code,
  ...(row.files ? { files: row.files } : {}),
  expected_verdict: row.expectedVerdict,
  ...(row.otherVerdicts ? { other_verdicts: row.otherVerdicts } : {}),
  verdict: row.verdict,
  failed_case: row.failedCase,
  execution_time: row.timeMs,
  message: row.message,
})

/**
 * Returns a question: all of it for its author, only the sample cases for others.
 * @throws NOT_FOUND, also if `mayRead` refuses
 */
export async function getQuestion(app: Platform, reach: Reach, id: string): Promise<Answer> {
  const repo = bankRepo(app.db.read)
  const row = await repo.find(id)
  if (!row || !(await mayRead(app, reach, row))) throw questionNotFound()
  const isAuthor = reach.kind === 'platform'
  return {
    question: {
      ...listed(row),
      description: row.description,
      constraints: row.constraints,
      input_format: row.inputFormat,
      output_format: row.outputFormat,
      time_limit: row.timeLimit,
      memory_limit: row.memoryLimit,
      sample_input: row.sampleInput,
      sample_output: row.sampleOutput,
      explanation: row.explanation,
      ...(row.statementPdf === null ? {} : { statement_pdf: true }),
      ...showJudging(row),
      ...(isAuthor && row.groups.length > 0 ? { groups: row.groups } : {}),
      ...(isAuthor && row.templates.length > 0
        ? { templates: row.templates.map((one) => ({ ...showTemplate(one), ...one })) }
        : {}),
      ...(isAuthor && hasProgram(row.comparison) ? await programFor(app, row) : {}),
      testCases: (isAuthor ? await repo.casesOf(id) : await repo.samplesOf(id)).map(shownCase),
      ...(isAuthor
        ? { solutions: (await repo.solutionsOf(id)).map(shownSolution), usedBy: await countTests(app.db.read, id) }
        : {}),
    },
  }
}

/** A question's checker or interactor, for its author. */
async function programFor(app: Platform, { id, comparison }: QuestionRow) {
  const repo = judgingRepo(app.db.read)
  const failure = await repo.checkerFailure(id)
  return { ...asField(comparison, await repo.checker(id)), ...(failure === null ? {} : { checker_failure: failure }) }
}

/** @throws TOO_LARGE when a solution or the whole question exceeds its limit */
function requireSize(form: CodingQuestionForm) {
  const long = form.solutions.findIndex(({ code }) => Buffer.byteLength(code) > maxSourceBytes)
  if (long >= 0) throw solutionTooLarge(long)
  if (Buffer.byteLength(JSON.stringify(form)) > maxQuestionBytes) throw questionTooLarge()
}

const entry = (verb: 'create' | 'update' | 'delete' | 'archive' | 'restore', id: string, name: string) =>
  ({ action: `coding_question.${verb}`, subject: { type: 'coding_question', id, name } }) as const

interface NewQuestion {
  staysDraft?: boolean
  calibration?: Calibration | undefined
  statementPdf?: string | undefined
}

/**
 * Adds a question. Without reference solutions it is published immediately; otherwise their check is enqueued.
 * @param staysDraft true to keep the question as an unchecked draft until its author has reviewed and saved it
 * @param calibration for a package that leaves its limits open
 * @param statementPdf name of the statement's stored PDF
 * @throws TOO_LARGE
 */
export async function createQuestion(
  app: Services,
  actor: Actor,
  form: CodingQuestionForm,
  { staysDraft = false, calibration, statementPdf }: NewQuestion = {},
) {
  requireSize(form)
  const id = newId()
  const now = app.clock.now()
  const toCheck = await app.db.write(async (tx) => {
    const repo = bankRepo(tx)
    const columns = { ...columnsOf(form), practice: form.practice ?? true, statementPdf: statementPdf ?? null }
    await repo.insert({ id, ...columns, status: 'draft', createdBy: actor.id, createdAt: now, updatedAt: now })
    await repo.putCases(id, casesOf(id, form), form.testCases.length)
    await repo.putSolutions(id, solutionsOf(id, form))
    await judgingRepo(tx).putChecker(id, judgingProgram(form))
    await recordAudit(tx, now, actor, { ...entry('create', id, form.title), detail: { practice: columns.practice } })
    return staysDraft ? 0 : makeCheckDue(tx, id)
  })
  if (toCheck > 0) beginCheck(app, actor, id, toCheck, calibration)
  return getQuestion(app, { kind: 'platform' }, id)
}

/**
 * Replaces a question. Its solutions keep their verdicts if nothing that affects judging changes; otherwise they are
 * checked again before the question is published.
 * @throws NOT_FOUND, TOO_LARGE, VALIDATION for empty texts of cases
 */
export async function updateQuestion(app: Services, actor: Actor, id: string, form: CodingQuestionForm) {
  requireSize(form)
  const now = app.clock.now()
  const columns = columnsOf(form)
  const cases = casesOf(id, form)
  const solutions = solutionsOf(id, form)
  const toCheck = await app.db.write(async (tx) => {
    const repo = bankRepo(tx)
    const before = await repo.find(id)
    if (!before) throw questionNotFound()
    const stored = await repo.casesOf(id)
    const missing = missingTexts(form.testCases, stored.map(shownCase))
    if (missing.length > 0) throw invalid(missing)
    const checker = judgingProgram(form)
    const judgedAlike =
      sameJudging(before, columns) &&
      isDeepStrictEqual(withArguments(await judgingRepo(tx).checker(id)), withArguments(checker)) &&
      alike(cases, stored, sameRun) &&
      alike(solutions, await repo.solutionsOf(id), sameSolution)
    const practice = form.practice ?? before.practice
    const statementPdf = form.statement_pdf === false ? null : before.statementPdf
    await repo.update(id, { ...columns, practice, statementPdf, updatedAt: now, version: before.version + 1 })
    const changed = cases.filter((row, place) => !stored[place] || !sameCase(row, stored[place]))
    await repo.putCases(id, changed, cases.length)
    if (!judgedAlike) await repo.putSolutions(id, solutions)
    await judgingRepo(tx).putChecker(id, checker)
    const detail = practice === before.practice ? {} : { practice: { from: before.practice, to: practice } }
    await recordAudit(tx, now, actor, { ...entry('update', id, form.title), detail })
    // A running check notices the changed version and stops silently.
    const staysAsJudged = judgedAlike && (solutions.length > 0 || checker) && before.status !== 'checking'
    return staysAsJudged ? 0 : makeCheckDue(tx, id)
  })
  if (toCheck > 0) beginCheck(app, actor, id, toCheck)
  return getQuestion(app, { kind: 'platform' }, id)
}

/** Deletes a question, or archives it if tests or results need it. @throws NOT_FOUND */
export async function deleteQuestion(app: Platform, actor: Actor, id: string) {
  const now = app.clock.now()
  const verb = await app.db.write(async (tx) => {
    const repo = bankRepo(tx)
    const question = await repo.find(id)
    if (!question) throw questionNotFound()
    const verb = (await isUsed(tx, id)) ? 'archive' : 'delete'
    if (verb === 'archive' && question.archivedAt !== null) return verb
    await repo.update(id, verb === 'archive' ? { archivedAt: now } : { deletedAt: now })
    await recordAudit(tx, now, actor, entry(verb, id, question.title))
    return verb
  })
  return {
    message:
      verb === 'archive'
        ? 'Coding question archived. Tests and reports that use it keep it.'
        : 'Coding question deleted successfully',
  }
}

/** Restores an archived question. @throws NOT_FOUND */
export async function restoreQuestion(app: Platform, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const repo = bankRepo(tx)
    const question = await repo.find(id)
    if (!question) throw questionNotFound()
    if (question.archivedAt === null) return
    await repo.update(id, { archivedAt: null })
    await recordAudit(tx, now, actor, entry('restore', id, question.title))
  })
  return { message: 'Coding question restored' }
}
