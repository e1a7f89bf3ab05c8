import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMemo } from 'react'
import { plural } from '#client/lib/format.ts'
import { verdictWords } from '#shared/coding/languages.rules.ts'
import type { TestResult } from '#shared/coding/submissions.schema.ts'
import { VerdictBadge } from '../verdict-badge.tsx'
import { CaseList } from '../workspace/case-list.tsx'
import { Output } from '../workspace/output.tsx'
import { Waiting } from '../workspace/result-view.tsx'
import { useDraft } from './use-question-draft.ts'
import { isUnderWay, type Trial } from './use-trial.ts'

/** Maximum characters shown of an input or expected output. */
const shown = 65_536

/** A solution's result per test case, with input, expected and actual output. */
export function TrialResult({ trial, at }: { trial: Trial; at: number }) {
  const { view, failure, solution, draft } = trial
  const outdated = useDraft(
    ({ draft: now }) =>
      now.testCases !== draft.testCases ||
      now.time_limit !== draft.time_limit ||
      now.memory_limit !== draft.memory_limit ||
      now.solutions[at]?.code !== solution.code ||
      now.solutions[at]?.language !== solution.language,
  )
  const { run, testResults = [] } = view?.progress ?? {}
  const judged = run?.testResults ?? testResults
  const results = useMemo(() => judged.map((result) => withTexts(result, draft)), [judged, draft])
  const busy = isUnderWay(trial)
  const total = busy ? draft.testCases.length : results.length
  return (
    <Stack gap={6} miw={0}>
      {failure !== undefined && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {failure}
        </Alert>
      )}
      {busy && <Waiting kind="run" progress={view?.progress} connection={view?.connection} />}
      {run && (
        <Group gap="4px 8px" role="status">
          <Text size="sm" c="dimmed">
            {outdated ? 'Run before your last changes:' : 'This run:'}
          </Text>
          <VerdictBadge verdict={run.status} />
          <Text size="sm" fw={550}>
            {run.status === solution.expected_verdict
              ? 'as expected'
              : `expected ${verdictWords[solution.expected_verdict]}`}
          </Text>
          {run.status !== 'compile_error' && (
            <Text size="sm" c="dimmed" className="tabular">
              {results.filter(({ passed }) => passed).length} of {plural(results.length, 'test case')} passed
            </Text>
          )}
        </Group>
      )}
      {run?.status === 'compile_error' && <Output label="Compiler" text={run.error} error />}
      {total > 0 && run?.status !== 'compile_error' && <CaseList results={results} total={total} samples={[]} open />}
    </Stack>
  )
}

const withTexts = (result: TestResult, { testCases }: Trial['draft']): TestResult => {
  const { input = '', expected_output = '' } = testCases[result.test_case_number - 1] ?? {}
  return { ...result, input: input.slice(0, shown), expected_output: expected_output.slice(0, shown) }
}
