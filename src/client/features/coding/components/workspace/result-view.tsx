import { Group, Progress, Stack, Text } from '@mantine/core'
import { percentText, plural } from '#client/lib/format.ts'
import { type Fact, Facts } from '#client/ui/facts.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { Verdict } from '#shared/coding/languages.rules.ts'
import type { JobProgress, SubmitCodeAnswer, TestResult } from '#shared/coding/submissions.schema.ts'
import { submissionMessage, timeText, truncationNote } from '../../model/coding-text.ts'
import { isUnderWay } from '../../model/job-follower.ts'
import type { QuestionDetail } from '../../queries.ts'
import { GroupTable } from '../group-table.tsx'
import { VerdictBadge } from '../verdict-badge.tsx'
import { CaseList } from './case-list.tsx'
import { Output } from './output.tsx'
import classes from './result.module.css'
import type { Job } from './use-job.ts'

export function ResultView({ job, question }: { job: Job | null; question: QuestionDetail }) {
  if (!job)
    return (
      <Text size="sm" c="dimmed">
        Run your code on the samples, or submit it to have it judged on all test cases. The result appears here.
      </Text>
    )
  return (
    <Stack gap={12}>
      <Headline job={job} />
      <Body job={job} question={question} />
    </Stack>
  )
}

function Headline({ job }: { job: Job }) {
  const { failure, view, kind } = job
  if (failure !== undefined)
    return (
      <Warning color="red" role="alert">
        {failure}
      </Warning>
    )
  if (isUnderWay(job)) return <Waiting kind={kind} view={view} />
  const { run, submission } = view?.progress ?? {}
  if (submission) return <Submitted answer={submission} />
  if (run)
    return (
      <Group gap="6px 10px" role="status">
        <VerdictBadge verdict={run.status} />
        <Text size="sm">{runSummary(run.status, run.testResults, job.own)}</Text>
      </Group>
    )
  return null
}

function runSummary(status: Verdict, results: readonly TestResult[], own: boolean): string {
  if (own) return 'with your own input'
  if (status === 'compile_error') return 'Nothing was run.'
  if (status === 'internal_error') return 'Your program was not judged.'
  const passed = results.filter((result) => result.passed).length
  return `${passed} of ${plural(results.length, 'sample')} passed`
}

/** Shows the position in the queue, then the number of finished cases. */
export function Waiting({ kind, view }: Pick<Job, 'kind' | 'view'>) {
  const progress = view?.progress
  const done = progress?.testResults.length ?? 0
  const total = progress?.total ?? 0
  return (
    <Stack gap={8} fz="sm" className="tabular">
      <span role="status">{waitingText(kind, progress)}</span>
      <Progress
        value={progress?.state === 'judging' && total > 0 ? Math.max(4, (done / total) * 100) : 100}
        animated
        striped={progress?.state !== 'judging'}
        color={progress?.state === 'judging' ? undefined : 'gray'}
        size="sm"
        aria-label="Finished test cases"
      />
      {view?.connection === 'polling' && (
        <Text size="xs" c="dimmed">
          No live connection. Checking for the result every few seconds.
        </Text>
      )}
    </Stack>
  )
}

function waitingText(kind: Job['kind'], progress: JobProgress | undefined): string {
  if (!progress) return kind === 'run' ? 'Sending your code…' : 'Submitting your code…'
  if (progress.state === 'queued')
    return progress.place > 0
      ? `Waiting in the queue: position ${progress.place.toLocaleString()}`
      : 'Waiting in the queue'
  const done = progress.testResults.length
  if (done === 0) return 'Compiling and starting…'
  return `Running: ${done} of ${plural(progress.total, 'test case')} done`
}

function Submitted({ answer }: { answer: SubmitCodeAnswer }) {
  const { status, score, testCasesPassed, totalTestCases, testResults } = answer
  const accepted = status === 'accepted'
  const facts: Fact[] = [
    ['Score', percentText(score)],
    ['Test cases', `${testCasesPassed} of ${totalTestCases}`],
  ]
  if (testResults.length > 0)
    facts.push(['Slowest case', timeText(Math.max(...testResults.map(({ execution_time }) => execution_time)))])
  return (
    <Group gap="6px 12px" py={10} px={12} className={`card ${classes.submitted}`} data-accepted={accepted || undefined}>
      <VerdictBadge verdict={status} />
      <Text inherit fw={550} className="anywhere" role="status">
        {submissionMessage(answer)}
      </Text>
      <Group component="dl" gap="4px 24px" align="stretch" flex="1 1 100%" className={`facts ${classes.figures}`}>
        <Facts facts={facts} />
      </Group>
    </Group>
  )
}

function Body({ job, question }: { job: Job; question: QuestionDetail }) {
  const { view, own, kind } = job
  const { run, submission, testResults = [], total = 0 } = view?.progress ?? {}
  const ended = submission ?? run
  if (ended?.status === 'internal_error' && ended.error) return <Warning>{ended.error}</Warning>
  if (run && (own || run.status === 'compile_error'))
    return (
      <>
        {run.error && run.error !== run.status && (
          <Output label={run.status === 'compile_error' ? 'Compiler' : 'Error'} text={run.error} error />
        )}
        {own && run.status !== 'compile_error' && (
          <Output label="Output" text={run.output} note={truncationNote(run.output)} />
        )}
      </>
    )
  if (submission?.error) return <Output label="Compiler" text={submission.error} error />
  const results = submission?.testResults ?? run?.testResults ?? testResults
  const cases = Math.max(results.length, isUnderWay(job) && !own ? total : 0)
  if (cases === 0) return null
  const { groups = [], comparison } = question
  return (
    <>
      {submission?.groupPoints && <GroupTable groups={groups} points={submission.groupPoints} />}
      <CaseList key={kind} results={results} total={cases} samples={question.testCases} comparison={comparison} />
    </>
  )
}
