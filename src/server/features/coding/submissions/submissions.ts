import type { z } from 'zod'
import type { JudgedCase } from '#server/judge/types.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { groupPoints, maxSourceBytes, type ScoredCase, scoreOf, verdictOf } from '#shared/coding/coding.rules.ts'
import type { CodingGroup } from '#shared/coding/groups.schema.ts'
import type { Language, StoredCase } from '#shared/coding/languages.rules.ts'
import type {
  JobProgress,
  RunForm,
  SubmitCodeForm,
  submitCodeAnswer,
  TestResult,
} from '#shared/coding/submissions.schema.ts'
import { requireCodingPart, saveSubmittedCode, scoreCoding } from '../../attempts/code.ts'
import { type Origin, writeSeated } from '../../attempts/seat.ts'
import {
  judgeFailed,
  languageNotAccepted,
  languageOff,
  questionNotFound,
  sourceTooLarge,
  submissionNotFound,
  tooManySubmissions,
} from '../coding.errors.ts'
import { checkerFailedMessage, judgeCase, judgeGroups, programOf, readJudging } from '../judging.ts'
import type { Task, TaskContext } from '../tasks.ts'
import { isOfferedForPractice } from '../usage.ts'
import { type CaseRow, type Judged, type ShownCase, type SubmissionRow, submissionsRepo } from './submissions.repo.ts'

/** Lease duration of a submission; it is judged again when the lease expires. */
const leaseMs = 60_000
const renewEveryMs = 20_000

export type Question = NonNullable<Awaited<ReturnType<ReturnType<typeof submissionsRepo>['question']>>>

/**
 * Returns the question a program is for.
 * @throws NOT_FOUND when it is not offered to this student; in an attempt, the errors of requireCodingPart
 */
export const requireQuestion = (app: Services, scope: StudentScope, from: Origin, form: RunForm | SubmitCodeForm) =>
  form.testAttemptId
    ? writeSeated(app, (tx) => questionIn(app, tx, scope, from, form))
    : questionIn(app, app.db.read, scope, from, form)

async function questionIn(app: Services, db: Db, scope: StudentScope, from: Origin, form: RunForm | SubmitCodeForm) {
  const { questionId, testAttemptId } = form
  const question = await submissionsRepo(db).question(questionId)
  if (testAttemptId && question) {
    await requireCodingPart(app, db, scope, from, testAttemptId, form)
    return question
  }
  if (!question || !(await isOfferedForPractice(db, questionId, app.clock.now()))) throw questionNotFound()
  return question
}

/** Languages that one machine must have to judge a program. */
const neededFor = (language: Language, checkerLanguage: Language | null) =>
  checkerLanguage ? [language, checkerLanguage] : [language]

/**
 * @throws TOO_LARGE, VALIDATION for a language the question does not allow, CONFLICT for one that no machine can judge,
 * alone or with the question's checker
 */
export async function requireJudgeable(app: Services, question: Question, code: string, language: Language) {
  if (Buffer.byteLength(code) > maxSourceBytes) throw sourceTooLarge()
  if (!question.supportedLanguages.includes(language)) throw languageNotAccepted(language)
  await requireLanguage(app, code, language)
  if (app.judgePool.whyNone(neededFor(language, question.checkerLanguage)) !== undefined) throw languageOff(language)
}

/** @throws TOO_LARGE, CONFLICT for a language this machine cannot judge */
export async function requireLanguage({ judgePool }: Services, code: string, language: Language) {
  if (Buffer.byteLength(code) > maxSourceBytes) throw sourceTooLarge()
  const known = (await judgePool.offered()).find((status) => status.language === language)
  if (!known?.available) throw languageOff(language)
}

/** Times and memory are a side channel that could leak hidden input, so students see them rounded to these steps. */
const steps = { ms: 50, kb: 16 * 1024 }
const roundUp = (figure: number, step: number) => Math.ceil(figure / step) * step

/** A submission's time and memory, rounded for its student. */
export const roundedFigures = ({ timeMs, memoryKb }: Pick<SubmissionRow, 'timeMs' | 'memoryKb'>) => ({
  execution_time: timeMs === null ? null : roundUp(timeMs, steps.ms),
  memory_kb: memoryKb === null ? null : roundUp(memoryKb, steps.kb),
})

/**
 * Returns what a student may see of a case: everything for a sample case; for a hidden case, whether it passed and the
 * rounded time or the kind of error.
 */
export function shown(row: ShownCase, result: JudgedCase): TestResult {
  const { place, verdict, timeMs, memoryKb, output, outputCut, error, score, remark } = result
  const passed = verdict === 'accepted'
  const known = {
    test_case_number: place + 1,
    passed,
    execution_time: timeMs,
    ...(score === undefined ? {} : { score }),
  }
  if (!row.isSample)
    return passed
      ? { ...known, execution_time: roundUp(timeMs, steps.ms) }
      : { ...known, execution_time: 0, error: verdict }
  const shownError = error || (passed || verdict === 'wrong_answer' ? undefined : verdict)
  return {
    ...known,
    verdict,
    memory_kb: memoryKb,
    is_sample: true,
    input: row.input,
    expected_output: row.expectedOutput,
    ...(output === undefined ? {} : { actual_output: output }),
    ...(outputCut ? { output_cut: true } : {}),
    ...(shownError ? { error: shownError } : {}),
    ...(remark ? { remark } : {}),
  }
}

/** A judged submission as its student sees it; undefined while it is pending. */
export function answerOf(
  row: SubmissionRow,
  cases: readonly ShownCase[],
): z.input<typeof submitCodeAnswer> | undefined {
  const { id, status, score, passed, total, message } = row
  if (status === 'queued' || status === 'judging') return undefined
  const results = row.cases.flatMap(([verdict, timeMs, memoryKb, score], place) => {
    const known = cases[place]
    const judged = { place, verdict, timeMs, memoryKb, ...(score === undefined ? {} : { score }) }
    return known ? [shown(known, judged)] : []
  })
  return {
    submissionId: id,
    status,
    score,
    testCasesPassed: passed,
    totalTestCases: total,
    testResults: results,
    ...(message === null ? {} : { error: message }),
  }
}

async function judgeSubmission(app: Services, id: string, context: TaskContext) {
  const repo = submissionsRepo(app.db.read)
  const row = await repo.find(id)
  const judging = row && (await readJudging(app.db.read, row.questionId))
  if (!row || !judging) return {}
  const { limits, comparison, groups, templates } = judging
  const rows = await repo.cases(row.questionId)
  const lease = () => app.db.write((tx) => submissionsRepo(tx).lease(id, app.clock.now() + leaseMs))
  await lease()
  const sign = setInterval(() => void lease().catch((err: unknown) => app.log.error({ err })), renewEveryMs)
  const results: TestResult[] = []
  try {
    const outcome = await context.judge(
      {
        ...programOf(templates, row.language, row.code),
        limits,
        comparison,
        groups: judgeGroups(groups),
        cases: rows.map(({ input, expectedOutput, isSample, groupName }) =>
          judgeCase(groups, { input, expected: expectedOutput, keep: isSample, group: groupName }),
        ),
      },
      (result) => {
        const known = rows[result.place]
        if (!known) return
        results.push(shown(known, result))
        context.report(shown(known, result))
      },
    )
    if (outcome.kind === 'checker_failed')
      app.log.error({ question: row.questionId, submission: id }, `The checker failed: ${outcome.message}`)
    const judged = { ...judgedFrom(outcome, rows, groups), judgedAt: app.clock.now() }
    await app.db.write((tx) => finish(app, tx, row, judged))
    const answer = answerOf({ ...row, ...judged, total: rows.length }, rows)
    if (!answer) return {}
    const points = outcome.kind === 'judged' ? groupPoints(groups, scoredCases(outcome.cases, rows)) : []
    return {
      submission: { ...answer, testResults: results, ...(points.length > 0 ? { groupPoints: points } : {}) },
    }
  } finally {
    clearInterval(sign)
  }
}

/** Writes a verdict and updates the attempt's result. */
async function finish(
  app: Services,
  tx: Db,
  { id, attemptId }: Pick<SubmissionRow, 'id' | 'attemptId'>,
  judged: Judged,
) {
  if ((await submissionsRepo(tx).finish(id, judged)) && attemptId !== null) await scoreCoding(app, tx, attemptId)
}

type Outcome = Awaited<ReturnType<TaskContext['judge']>>

const nothingRan = { score: 0, passed: 0, cases: [], message: null, timeMs: null, memoryKb: null }

/** Joins results to the weights and groups of their cases. */
export const scoredCases = (
  cases: readonly (Pick<JudgedCase, 'place' | 'verdict'> & Pick<ScoredCase, 'score'>)[],
  rows: readonly Pick<CaseRow, 'weight' | 'groupName'>[],
): ScoredCase[] =>
  cases.map(({ place, verdict, score }) => ({
    verdict,
    score,
    weight: rows[place]?.weight ?? 0,
    group: rows[place]?.groupName,
  }))

function judgedFrom(
  outcome: Outcome,
  rows: readonly CaseRow[],
  groups: readonly CodingGroup[],
): Omit<Judged, 'judgedAt'> {
  const total = rows.length
  if (outcome.kind === 'compile_error')
    return { ...nothingRan, status: 'compile_error', total, message: outcome.message }
  if (outcome.kind === 'checker_failed')
    return { ...nothingRan, status: 'internal_error', total, message: checkerFailedMessage }
  const { cases } = outcome
  const passed = cases.filter(({ verdict }) => verdict === 'accepted')
  const maxOf = (figures: number[]) => (figures.length > 0 ? Math.max(...figures) : null)
  return {
    status: verdictOf(cases),
    total,
    score: scoreOf(scoredCases(cases, rows), groups),
    passed: passed.length,
    cases: cases.map(
      ({ verdict, timeMs, memoryKb, score }): StoredCase =>
        score === undefined ? [verdict, timeMs, memoryKb] : [verdict, timeMs, memoryKb, score],
    ),
    message: null,
    timeMs: maxOf(passed.map(({ timeMs }) => timeMs)),
    memoryKb: maxOf(passed.map(({ memoryKb }) => memoryKb)),
  }
}

/** Ends a submission after the judge itself has failed repeatedly. */
const giveUp = (app: Platform, id: string, total: number) =>
  app.db.write((tx) =>
    submissionsRepo(tx).finish(id, {
      ...nothingRan,
      status: 'internal_error',
      total,
      judgedAt: app.clock.now(),
    }),
  )

type WaitingRow = Pick<SubmissionRow, 'id' | 'studentId' | 'attemptId' | 'total' | 'language'>

const taskOf = (
  app: Services,
  { id, studentId, attemptId, total, language }: WaitingRow,
  checkerLanguage: Language | null,
): Task => ({
  id,
  owner: studentId,
  kind: 'submission',
  isExam: attemptId !== null,
  languages: neededFor(language, checkerLanguage),
  total,
  execute: (context) => judgeSubmission(app, id, context),
  failed: () => giveUp(app, id, total),
})

/** Maximum submissions per student and question per hour. */
const maxPerHour = 60
const hourMs = 3_600_000

/** @throws TOO_MANY_REQUESTS at the hourly maximum */
async function requireHourlyQuota(db: Db, now: number, scope: StudentScope, questionId: string) {
  const oldest = await submissionsRepo(db).submittedBefore(scope, questionId, now - hourMs, maxPerHour)
  if (oldest !== undefined) throw tooManySubmissions(maxPerHour, oldest + hourMs - now)
}

/** Stores and enqueues a submission. @throws the errors of startRun, and TOO_MANY_REQUESTS at the hourly maximum */
export async function startSubmission(
  app: Services,
  scope: StudentScope,
  from: Origin,
  form: SubmitCodeForm,
): Promise<{ jobId: string }> {
  const question = await requireQuestion(app, scope, from, form)
  await requireJudgeable(app, question, form.code, form.language)
  const row = {
    id: newId(),
    questionId: question.id,
    studentId: scope.studentId,
    collegeId: scope.collegeId,
    attemptId: form.testAttemptId ?? null,
    language: form.language,
    code: form.code,
    total: question.testCasesCount,
    createdAt: app.clock.now(),
  }
  const queue = app.judgeQueue
  await queue.withRoom(scope.studentId, async () => {
    await writeSeated(app, async (tx) => {
      // The attempt may have been submitted, or the question deleted, while waiting for the judge's languages.
      await questionIn(app, tx, scope, from, form)
      await requireHourlyQuota(tx, app.clock.now(), scope, question.id)
      await queue.store(tx, row)
      if (row.attemptId !== null) await saveSubmittedCode(tx, row.attemptId, row, row.createdAt)
    })
    queue.add(taskOf(app, row, question.checkerLanguage))
  })
  return { jobId: row.id }
}

/**
 * Submits a program and waits for its verdict. @throws NOT_FOUND when it was deleted in the meantime, together with its
 * student
 */
export async function submitCode(app: Services, scope: StudentScope, from: Origin, form: SubmitCodeForm) {
  const { jobId } = await startSubmission(app, scope, from, form)
  const { submission } = await app.judgeQueue.finished(scope.studentId, jobId)
  if (submission) return submission
  throw (await submissionsRepo(app.db.read).find(jobId)) ? judgeFailed() : submissionNotFound()
}

/** Streams the state of the caller's job. @throws NOT_FOUND */
export const followJob = (app: Services, actor: Actor, id: string, signal: AbortSignal): AsyncGenerator<JobProgress> =>
  app.judgeQueue.follow(actor.id, id, signal)

/** Batch size for enqueuing. */
const batch = 500

/**
 * Enqueues stored submissions that are not in the queue: all of them after a restart, later those stored by other
 * features and those with an expired lease.
 * @returns false, because the next batch can wait for the next run
 */
export async function queueWaiting(app: Services): Promise<boolean> {
  // The first run ignores leases, because they belong to the previous process.
  const queue = app.judgeQueue
  const since = queue.resumed.submissions ? app.clock.now() : Number.MAX_SAFE_INTEGER
  const rows = await submissionsRepo(app.db.read).waiting(since, batch)
  const missing = rows.filter(({ id }) => !queue.has(id))
  for (const row of missing) queue.add(taskOf(app, row, row.checkerLanguage))
  if (rows.length < batch) queue.resumed.submissions = true
  return false
}
