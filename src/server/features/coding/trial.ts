import type { z } from 'zod'
import { languagesOf } from '#server/judge/pool/order.ts'
import type { JudgedCase } from '#server/judge/types.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { verdictOf } from '#shared/coding/coding.rules.ts'
import type { TrialForm } from '#shared/coding/coding.schema.ts'
import type { runAnswer, TestResult } from '#shared/coding/submissions.schema.ts'
import { checkerMessage } from './check.ts'
import { comparisonOf, judgeCase, judgeGroups, programOf } from './judging.ts'
import { requireLanguage } from './submissions/submissions.ts'
import type { TaskContext } from './tasks.ts'

/** Maximum characters of output per case and per trial. Every progress message contains all of them. */
const shownOutput = { perCase: 8_192, inAll: 262_144 }

/** Reports cases without input and expected output, which the form already has. */
function reporter(context: TaskContext) {
  let left = shownOutput.inAll
  const results: TestResult[] = []
  const report = ({ place, verdict, timeMs, memoryKb, output, outputCut, error, score, remark }: JudgedCase) => {
    const actual = output?.slice(0, Math.min(shownOutput.perCase, left))
    left -= actual?.length ?? 0
    const result: TestResult = {
      test_case_number: place + 1,
      passed: verdict === 'accepted',
      execution_time: timeMs,
      verdict,
      memory_kb: memoryKb,
      ...(actual === undefined ? {} : { actual_output: actual }),
      ...(outputCut || (output !== undefined && actual !== output) ? { output_cut: true } : {}),
      ...(error ? { error: error.slice(0, shownOutput.perCase) } : {}),
      ...(score === undefined ? {} : { score }),
      ...(remark ? { remark } : {}),
    }
    results.push(result)
    context.report(result)
  }
  return { report, results }
}

async function execute(form: TrialForm, context: TaskContext) {
  const { language, code, files, time_limit, memory_limit, testCases, groups, templates } = form
  const { report, results } = reporter(context)
  const outcome = await context.judge(
    {
      ...programOf(templates, language, code, files),
      limits: { timeMs: time_limit, memoryMb: memory_limit },
      comparison: comparisonOf(form),
      groups: judgeGroups(groups),
      cases: testCases.map(({ input, expected_output, group }) =>
        judgeCase(groups, { input, expected: expected_output, keep: true, group }),
      ),
    },
    report,
  )
  const run: z.input<typeof runAnswer> =
    outcome.kind === 'judged'
      ? { output: '', error: '', status: verdictOf(outcome.cases), testResults: results }
      : outcome.kind === 'compile_error'
        ? { output: '', error: outcome.message, status: 'compile_error', testResults: [] }
        : { output: '', error: checkerMessage(outcome), status: 'internal_error', testResults: [] }
  return { run }
}

/**
 * Judges a solution on the cases of an unsaved question, without storing it. Trials queue with submissions, after runs,
 * because they may have hundreds of cases.
 * @throws TOO_LARGE; CONFLICT for a language this machine cannot judge; TOO_MANY_REQUESTS at the maximum number of jobs
 */
export async function startTrial(app: Services, actor: Actor, form: TrialForm): Promise<{ jobId: string }> {
  await requireLanguage(app, form.code, form.language)
  const queue = app.judgeQueue
  queue.requireRoom(actor.id)
  const id = newId()
  queue.add({
    id,
    owner: actor.id,
    kind: 'trial',
    languages: languagesOf({ language: form.language, comparison: comparisonOf(form) }),
    total: form.testCases.length,
    execute: (context) => execute(form, context),
  })
  return { jobId: id }
}

/** Cancels a queued or running trial; does nothing to a finished one. @throws NOT_FOUND */
export function cancelTrial(app: Services, actor: Actor, jobId: string): { message: string } {
  app.judgeQueue.cancel(actor.id, jobId)
  return { message: 'Cancelled' }
}
