import type { z } from 'zod'
import { languagesOf } from '#server/judge/pool/order.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { verdictOf } from '#shared/coding/coding.rules.ts'
import type { RunForm, runAnswer, TestResult } from '#shared/coding/submissions.schema.ts'
import type { Origin } from '../../attempts/seat.ts'
import { judgeFailed, questionNotFound } from '../coding.errors.ts'
import { checkerFailedMessage, type Judging, judgeCase, programOf, readJudging } from '../judging.ts'
import type { TaskContext } from '../tasks.ts'
import { type CaseRow, submissionsRepo } from './submissions.repo.ts'
import { type Question, requireJudgeable, requireQuestion, shown } from './submissions.ts'

type RunCase = Pick<CaseRow, 'input' | 'isSample' | 'groupName'> & { expectedOutput: string | undefined }

/** Input for a run: the custom input, else the sample cases, else the displayed sample. */
async function runCases(app: Platform, question: Question, stdin: string | undefined): Promise<RunCase[]> {
  if (stdin !== undefined) return [{ input: stdin, isSample: true, groupName: null, expectedOutput: undefined }]
  const samples = await submissionsRepo(app.db.read).samples(question.id)
  if (samples.length > 0) return samples
  const { sampleInput, sampleOutput } = question
  return [{ input: sampleInput, isSample: true, groupName: null, expectedOutput: sampleOutput || undefined }]
}

async function executeRun(judging: Judging, form: RunForm, cases: RunCase[], context: TaskContext) {
  const { language, code, stdin } = form
  const first = { output: '', error: '' }
  const results: TestResult[] = []
  const outcome = await context.judge(
    {
      ...programOf(judging.templates, language, code),
      limits: judging.limits,
      comparison: judging.comparison,
      // Without the groups themselves, so that every sample runs whatever the results of the others.
      cases: cases.map(({ input, expectedOutput, groupName }) =>
        judgeCase(judging.groups, {
          input,
          keep: true,
          group: groupName,
          ...(expectedOutput === undefined ? {} : { expected: expectedOutput }),
        }),
      ),
    },
    (result) => {
      const row = cases[result.place]
      if (!row) return
      const { output = '', error, verdict } = result
      if (result.place === 0)
        Object.assign(first, {
          output,
          error: error || (verdict === 'accepted' || verdict === 'wrong_answer' ? '' : verdict),
        })
      if (row.expectedOutput === undefined && stdin !== undefined) return
      const seen = shown({ ...row, expectedOutput: row.expectedOutput ?? '' }, result)
      results.push(seen)
      context.report(seen)
    },
  )
  const nothing = { output: '', testResults: [] }
  const run: z.input<typeof runAnswer> =
    outcome.kind === 'judged'
      ? { ...first, status: verdictOf(outcome.cases), testResults: results }
      : outcome.kind === 'compile_error'
        ? { ...nothing, error: outcome.message, status: 'compile_error' }
        : { ...nothing, error: checkerFailedMessage, status: 'internal_error' }
  return { run }
}

/** Enqueues a run. @throws the errors of requireQuestion, requireJudgeable and `JudgeQueue.requireRoom` */
export async function startRun(
  app: Services,
  scope: StudentScope,
  from: Origin,
  form: RunForm,
): Promise<{ jobId: string }> {
  const question = await requireQuestion(app, scope, from, form)
  await requireJudgeable(app, question, form.code, form.language)
  const judging = await readJudging(app.db.read, question.id)
  if (!judging) throw questionNotFound()
  const cases = await runCases(app, question, form.stdin)
  const id = newId()
  const queue = app.judgeQueue
  queue.requireRoom(scope.studentId)
  queue.add({
    id,
    owner: scope.studentId,
    kind: 'run',
    isExam: Boolean(form.testAttemptId),
    languages: languagesOf({ language: form.language, comparison: judging.comparison }),
    total: cases.length,
    execute: (context) => executeRun(judging, form, cases, context),
  })
  return { jobId: id }
}

/** Runs a program and waits for its output. */
export async function runCode(app: Services, scope: StudentScope, from: Origin, form: RunForm) {
  const { jobId } = await startRun(app, scope, from, form)
  const { run } = await app.judgeQueue.finished(scope.studentId, jobId)
  if (!run) throw judgeFailed()
  return run
}
