import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { AnswerInput, codingOutcome, SavedCode } from '#shared/attempts/attempts.schema.ts'
import { acceptsAnswers, openParts } from '#shared/attempts/clock.rules.ts'
import { maxSourceBytes } from '#shared/coding/coding.rules.ts'
import { journalGraceMs } from '#shared/journals/journals.rules.ts'
import { round2 } from '#shared/numbers.ts'
import {
  alreadySubmitted,
  attemptNotFound,
  codeTooLarge,
  codingNotOpen,
  languageMissing,
  languageNotAccepted,
  noJournalHere,
  notInPaper,
  timeIsOver,
} from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type Sitting } from './attempts.repo.ts'
import { codeRepo } from './code.repo.ts'
import { givenIn, gradeAttempt } from './grading.ts'
import { marksRepo } from './marks.repo.ts'
import { isCode, type Paper } from './paper-model.ts'
import { resultsRepo } from './results.repo.ts'
import { type Origin, requireSeat } from './seat.ts'

/** The coding section is always last. */
const codingPart = ({ plan }: Pick<Paper, 'plan'>) => plan.length - 1

const shown = ({ questionId, code, language, revision }: SavedCode): SavedCode => ({
  questionId,
  code,
  language,
  revision,
})

/** Saved code for an attempt's coding questions. */
export const savedCodeOf = async (db: Db, attemptId: string, { coding }: Paper): Promise<SavedCode[]> =>
  coding.length === 0 ? [] : (await codeRepo(db).saved(attemptId)).map(shown)

/**
 * Saves the code among the answers. The higher revision of a question wins; on a tie, the stored code is kept.
 * @param open the sections that accept answers
 * @throws VALIDATION for a question not in the paper, or a missing or unsupported language; TOO_LARGE
 */
export async function mergeCode(
  tx: Db,
  attempt: Pick<AttemptRow, 'id'>,
  paper: Paper,
  incoming: readonly AnswerInput[],
  open: readonly number[],
  now: number,
): Promise<{ ignored: string[]; newer: SavedCode[] }> {
  const ignored: string[] = []
  const newer: SavedCode[] = []
  if (!incoming.some((answer) => isCode(answer, paper))) return { ignored, newer }
  const kept = new Map((await codeRepo(tx).saved(attempt.id)).map((row) => [row.questionId, row]))
  for (const [position, answer] of incoming.entries()) {
    if (!isCode(answer, paper)) continue
    const { questionId, code, language, revision } = answer
    const question = paper.coding.find((one) => one.questionId === questionId)
    if (!question) throw notInPaper(position)
    // The question was opened, but its code was never edited.
    if (code === undefined) continue
    if (language === undefined) throw languageMissing(position)
    if (Buffer.byteLength(code) > maxSourceBytes) throw codeTooLarge()
    if (!open.includes(codingPart(paper))) {
      ignored.push(questionId)
      continue
    }
    const before = kept.get(questionId)
    // Code in a language since removed from the question can still be edited and submitted.
    if (!question.supported_languages.includes(language) && before?.language !== language)
      throw languageNotAccepted(position, language)
    const next = revision ?? (before ? before.revision + 1 : 0)
    if (before && next <= before.revision) {
      if (before.code !== code || before.language !== language) newer.push(shown(before))
      continue
    }
    const row = { attemptId: attempt.id, questionId, code, language, revision: next, savedAt: now }
    await codeRepo(tx).put(row)
    kept.set(questionId, row)
  }
  return { ignored, newer }
}

/** Marks for an attempt's coding questions: each question's points times its best submission's score. */
export async function codingMarksOf(tx: Db, attemptId: string, { coding }: Pick<Paper, 'coding'>): Promise<number> {
  if (coding.length === 0) return 0
  const best = new Map((await codeRepo(tx).best(attemptId)).map(({ questionId, score }) => [questionId, score ?? 0]))
  return round2(coding.reduce((sum, { questionId, points }) => sum + (points * (best.get(questionId) ?? 0)) / 100, 0))
}

/**
 * Submits the last saved code of each question to the judge unless it was submitted before. Runs when the attempt is
 * submitted, so written code counts even when time runs out.
 */
export async function submitSavedCode(
  { judgeQueue }: Services,
  tx: Db,
  sitting: Sitting,
  { coding }: Paper,
  now: number,
): Promise<void> {
  if (coding.length === 0) return
  const submitted = await codeRepo(tx).submitted(sitting.id)
  for (const { questionId, code, language } of await codeRepo(tx).saved(sitting.id)) {
    if (code.trim() === '') continue
    const isSubmitted = submitted.some(
      (row) => row.questionId === questionId && row.code === code && row.language === language,
    )
    if (isSubmitted) continue
    await judgeQueue.store(tx, {
      id: newId(),
      questionId,
      studentId: sitting.studentId,
      collegeId: sitting.collegeId,
      attemptId: sitting.id,
      language,
      code,
      total: 0,
      createdAt: now,
    })
  }
}

/**
 * Updates the attempt's result with its coding marks, inside the job that wrote a verdict. Does nothing before the
 * attempt is submitted.
 */
export async function scoreCoding(app: Services, tx: Db, attemptId: string): Promise<void> {
  const sitting = await attemptsRepo(tx).sitting(attemptId)
  if (!sitting || sitting.submittedAt === null) return
  const paper = await app.papers.of(tx, sitting)
  const codingMarks = await codingMarksOf(tx, attemptId, paper)
  if (codingMarks === (sitting.codingMarks ?? 0)) return
  const given = givenIn(await marksRepo(tx).of(attemptId))
  await resultsRepo(tx).regrade(attemptId, gradeAttempt(paper.grading, sitting.answers, given, codingMarks))
  await attemptsRepo(tx).update(attemptId, { codingMarks })
}

/**
 * Checks that a student may run or submit a program: the attempt is theirs, running and in its coding section, and its
 * paper contains the question. Runs inside a `writeSeated` job.
 * @throws NOT_FOUND, VALIDATION, CONFLICT, FORBIDDEN outside the test's networks
 */
export async function requireCodingPart(
  app: Services,
  db: Db,
  scope: StudentScope,
  from: Origin,
  attemptId: string,
  { questionId, writer }: { questionId: string; writer?: string | undefined },
): Promise<void> {
  const now = app.clock.now()
  const sitting = await attemptsRepo(db).sitting(attemptId)
  if (sitting?.studentId !== scope.studentId || sitting.collegeId !== scope.collegeId) throw attemptNotFound()
  const paper = await app.papers.of(db, sitting)
  if (!paper.coding.some((question) => question.questionId === questionId)) throw notInPaper(0)
  if (sitting.submittedAt !== null) throw alreadySubmitted()
  if (!acceptsAnswers(now, sitting.deadline)) throw timeIsOver()
  if (!openParts(sitting, now).includes(codingPart(paper))) throw codingNotOpen()
  await requireSeat(db, sitting, paper, from, writer, now)
}

/**
 * Checks that an attempt still accepts journals for these coding questions: it is the student's, and running or ended
 * recently. Its section and device do not matter, because a journal is not an answer.
 * @throws NOT_FOUND; VALIDATION; CONFLICT
 */
export async function requireJournalled(
  app: Services,
  db: Db,
  scope: StudentScope,
  attemptId: string,
  questionIds: readonly string[],
): Promise<void> {
  const sitting = await attemptsRepo(db).sitting(attemptId)
  if (sitting?.studentId !== scope.studentId || sitting.collegeId !== scope.collegeId) throw attemptNotFound()
  if (app.clock.now() > (sitting.submittedAt ?? sitting.deadline) + journalGraceMs) throw timeIsOver()
  const { coding } = await app.papers.of(db, sitting)
  const known = new Set(coding.map(({ questionId }) => questionId))
  if (!questionIds.every((id) => known.has(id))) throw noJournalHere()
}

/** True if the attempt is running and in its coding section. */
export async function isCodingOpen(db: Db, now: number, attemptId: string): Promise<boolean> {
  const sitting = await attemptsRepo(db).sitting(attemptId)
  return sitting?.submittedAt === null && openParts(sitting, now).includes(codingPart(sitting))
}

/** Stores a submitted program as the answer, even if it was never saved. */
export async function saveSubmittedCode(
  tx: Db,
  attemptId: string,
  { questionId, code, language }: Pick<SavedCode, 'questionId' | 'code' | 'language'>,
  now: number,
): Promise<void> {
  const before = (await codeRepo(tx).saved(attemptId)).find((row) => row.questionId === questionId)
  if (before?.code === code && before.language === language) return
  const revision = before ? before.revision + 1 : 0
  await codeRepo(tx).put({ attemptId, questionId, code, language, revision, savedAt: now })
}

/** Results per coding question of a submitted attempt. */
export async function codingOutcomesOf(
  db: Db,
  attemptId: string,
  { coding }: Paper,
): Promise<z.input<typeof codingOutcome>[]> {
  if (coding.length === 0) return []
  const rows = await codeRepo(db).submitted(attemptId)
  return coding.map(({ questionId, title, points }) => {
    const own = rows.filter((row) => row.questionId === questionId)
    const isPending = ({ status }: (typeof rows)[number]) => status === 'queued' || status === 'judging'
    // Ties go to the newest program.
    const best = own
      .filter((row) => !isPending(row))
      .reduce<(typeof rows)[number] | undefined>(
        (found, row) => (found === undefined || row.score > found.score ? row : found),
        undefined,
      )
    return {
      questionId,
      title,
      points,
      marksObtained: round2((points * (best?.score ?? 0)) / 100),
      status: best?.status ?? null,
      score: best?.score ?? 0,
      testCasesPassed: best?.passed ?? 0,
      totalTestCases: best?.total ?? 0,
      submissions: own.length,
      pending: own.some(isPending),
      language: best?.language ?? null,
      code: best?.code ?? null,
    }
  })
}

/** Number of the attempt's submissions that are not judged yet. */
export const pendingCode = async (db: Db, attemptId: string, { coding }: Paper): Promise<number> =>
  coding.length === 0 ? 0 : codeRepo(db).pending(attemptId)
