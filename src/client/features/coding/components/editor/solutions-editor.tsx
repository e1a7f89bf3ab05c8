import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import { plural } from '#client/lib/format.ts'
import { onlyKnown } from '#client/lib/known.ts'
import { CodeEditor } from '#client/ui/code-editor.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { groupPoints, isAsExpected, solutionVerdict } from '#shared/coding/coding.rules.ts'
import { codingBounds } from '#shared/coding/coding.schema.ts'
import { languages, solutionWords } from '#shared/coding/languages.rules.ts'
import type { TestResult } from '#shared/coding/submissions.schema.ts'
import { timeText, verdictOfCase } from '../../model/coding-text.ts'
import { isUnderWay } from '../../model/job-follower.ts'
import { programName } from '../../model/judging-text.ts'
import {
  type DraftSolution,
  expectedVerdicts,
  judgingFields,
  newSolution,
  starterOf,
} from '../../model/question-draft.ts'
import { same } from '../../model/question-draft-store.ts'
import { type QuestionDetail, useLanguageChoices } from '../../queries.ts'
import { GroupTable } from '../group-table.tsx'
import { VerdictBadge } from '../verdict-badge.tsx'
import { CaseList } from '../workspace/case-list.tsx'
import { Output } from '../workspace/output.tsx'
import { Waiting } from '../workspace/result-view.tsx'
import { RowTool } from './case-row.tsx'
import classes from './editor.module.css'
import { SourceFiles } from './source-files.tsx'
import { useDraft, useDraftError, useDraftStore } from './use-question-draft.ts'
import { type Trial, useTrial } from './use-trial.ts'

export type Solution = NonNullable<QuestionDetail['solutions']>[number]

/** Programs with an expected verdict. They run on all test cases before the question is published. */
export function SolutionsEditor({ outcomes }: { outcomes: readonly Solution[] }) {
  const store = useDraftStore()
  const solutions = useDraft(({ draft }) => draft.solutions)
  const supported = useDraft(({ draft }) => draft.supported_languages)
  return (
    <FormSection
      title="Reference solutions"
      text="Saving runs them on every test case. The question is published once all get their expected verdicts, or immediately if there are none."
    >
      {solutions.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet. A correct solution proves that the test cases can be passed within the limits. A wrong one proves
          that they catch mistakes.
        </Text>
      )}
      {solutions.map((solution, at) => {
        const first = store.initial.solutions.findIndex(({ key }) => key === solution.key)
        const untouched = first >= 0 && same(store.initial.solutions[first], solution)
        return (
          <SolutionCard
            key={solution.key}
            solution={solution}
            at={at}
            outcome={first < 0 ? undefined : outcomes[first]}
            changed={first >= 0 && !untouched}
          />
        )
      })}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={solutions.length >= codingBounds.solutions.max}
          onClick={() =>
            store.addSolution(
              newSolution(store.read().draft, supported.includes('python') ? 'python' : (supported[0] ?? 'python')),
            )
          }
        >
          Add solution
        </Button>
      </div>
    </FormSection>
  )
}

interface SolutionCardProps {
  solution: DraftSolution
  at: number
  outcome: Solution | undefined
  changed: boolean
}

const runLook = { variant: 'default', size: 'xs', ml: 'auto' } as const
const verdictList = new Intl.ListFormat('en', { type: 'disjunction' })
const verdictChoices = expectedVerdicts.map((value) => ({ value, label: solutionWords[value] }))

const SolutionCard = memo(function SolutionCard({ solution, at, outcome, changed }: SolutionCardProps) {
  const store = useDraftStore()
  const error = useDraftError(`solutions.${at}.code`)
  const { key, language, code, expected_verdict, other_verdicts, files } = solution
  const number = at + 1
  const languageChoices = useLanguageChoices()
  const { trial, run, stop } = useTrial(at)
  const busy = trial !== null && isUnderWay(trial)
  const change = (patch: Partial<DraftSolution>) => store.setRow('solutions', key, patch)
  return (
    <Stack
      component="section"
      gap="sm"
      miw={0}
      px={14}
      pt={10}
      pb={14}
      className="card"
      aria-label={`Solution ${number}`}
    >
      <Group gap="xs" wrap="nowrap">
        <Text component="h3" fz="md" fw={600}>
          Solution {number}
        </Text>
        {busy ? (
          <Button {...runLook} leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={stop}>
            Cancel run
          </Button>
        ) : (
          <Button
            {...runLook}
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            aria-label={`Run solution ${number}`}
            onClick={() => void run()}
          >
            Run
          </Button>
        )}
        <RowTool label={`Remove solution ${number}`} off={false} onClick={() => store.remove('solutions', key)}>
          <IconTrash size={16} />
        </RowTool>
      </Group>
      <SimpleGrid minColWidth="min(180px, 100%)" autoFlow="auto-fit">
        <Select
          label="Language"
          data={languageChoices}
          value={language}
          // An unmodified template changes with the language.
          onChange={onlyKnown(languages, (next) => {
            const { draft } = store.read()
            change({ language: next, ...(code === starterOf(draft, language) && { code: starterOf(draft, next) }) })
          })}
        />
        <Select
          label="Expected verdict"
          data={verdictChoices}
          value={expected_verdict}
          onChange={onlyKnown(expectedVerdicts, (next) =>
            change({ expected_verdict: next, other_verdicts: undefined }),
          )}
          description={other_verdicts && `Or ${verdictList.format(other_verdicts.map((one) => solutionWords[one]))}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </SimpleGrid>
      <CodeEditor
        value={code}
        onChange={(next) => change({ code: next })}
        language={language}
        label={`Code of solution ${number}`}
        fontSize={13}
        error={error}
        path={`solutions.${at}.code`}
      />
      {files && (
        <SourceFiles
          label={`Files of solution ${number}`}
          description="The program above includes or imports them."
          files={files}
          onChange={(next) => change({ files: next })}
          path={`solutions.${at}.files`}
        />
      )}
      {trial ? (
        <TrialResult trial={trial} at={at} />
      ) : (
        outcome && <SolutionOutcome outcome={outcome} changed={changed} />
      )}
    </Stack>
  )
})

function SolutionOutcome({ outcome, changed }: { outcome: Solution; changed: boolean }) {
  const { verdict, expected_verdict, other_verdicts, failed_case, execution_time, message } = outcome
  const differs = verdict !== null && !isAsExpected(verdict, expected_verdict, other_verdicts)
  return (
    <Stack gap={6} miw={0}>
      <Group gap="4px 8px">
        <Text size="sm" c="dimmed">
          {changed ? 'Before your changes:' : 'Last run:'}
        </Text>
        {verdict === null ? <Text size="sm">not run yet</Text> : <VerdictBadge verdict={verdict} />}
        {differs && (
          <Text size="sm" fw={550}>
            instead of {solutionWords[expected_verdict]}
          </Text>
        )}
        {failed_case !== null && <Text size="sm">first at test case {failed_case}</Text>}
        {execution_time !== null && (
          <Text size="sm" c="dimmed" className="tabular">
            slowest case {timeText(execution_time)}
          </Text>
        )}
      </Group>
      {message && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <pre className={`code-block anywhere ${classes.message}`} tabIndex={0}>
          {message}
        </pre>
      )}
    </Stack>
  )
}

const shown = 65_536

/** A solution's results by test case, with the input, the expected output and the actual output. */
function TrialResult({ trial, at }: { trial: Trial; at: number }) {
  const { view, failure, solution, draft, form } = trial
  const outdated = useDraft(
    ({ draft: now }) =>
      judgingFields.some((field) => now[field] !== draft[field]) ||
      now.solutions[at]?.code !== solution.code ||
      now.solutions[at]?.language !== solution.language ||
      now.solutions[at]?.files !== solution.files,
  )
  const { run, testResults = [] } = view?.progress ?? {}
  const judged = run?.testResults ?? testResults
  const results = useMemo(() => judged.map((result) => withTexts(result, draft)), [judged, draft])
  const busy = isUnderWay(trial)
  const total = busy ? draft.testCases.length : results.length
  const groups = form?.groups ?? []
  const scored = results.map((result) => ({
    ...result,
    verdict: verdictOfCase(result),
    weight: form?.testCases[result.test_case_number - 1]?.weight ?? 0,
    group: form?.testCases[result.test_case_number - 1]?.group,
  }))
  const status = run && solutionVerdict(run.status, solution.expected_verdict, scored, groups)
  return (
    <Stack gap={6} miw={0}>
      {failure !== undefined && (
        <Warning color="red" role="alert">
          {failure}
        </Warning>
      )}
      {busy && <Waiting kind="run" view={view} />}
      {run?.status === 'internal_error' && run.error && (
        <Warning
          color="red"
          role="alert"
          title={`${outdated ? 'Before your last changes, the' : 'The'} ${programName(form?.comparison)} failed, not this solution`}
        >
          <Output label="Message" text={run.error} />
        </Warning>
      )}
      {run && status && !(run.status === 'internal_error' && run.error) && (
        <Group gap="4px 8px" role="status">
          <Text size="sm" c="dimmed">
            {outdated ? 'Run before your last changes:' : 'This run:'}
          </Text>
          <VerdictBadge verdict={status} />
          <Text size="sm" fw={550}>
            {isAsExpected(status, solution.expected_verdict, solution.other_verdicts)
              ? 'as expected'
              : `expected ${solutionWords[solution.expected_verdict]}`}
          </Text>
          {run.status !== 'compile_error' && (
            <Text size="sm" c="dimmed" className="tabular">
              {results.filter(({ passed }) => passed).length} of {plural(results.length, 'test case')} passed
            </Text>
          )}
        </Group>
      )}
      {run?.status === 'compile_error' && <Output label="Compiler" text={run.error} error />}
      {run && results.length > 0 && groups.length > 0 && (
        <GroupTable groups={groups} points={groupPoints(groups, scored)} />
      )}
      {total > 0 && run?.status !== 'compile_error' && (
        <CaseList results={results} total={total} samples={[]} comparison={draft.comparison} open />
      )}
    </Stack>
  )
}

const withTexts = (result: TestResult, { testCases }: Trial['draft']): TestResult => {
  const { input = '', expected_output = '' } = testCases[result.test_case_number - 1] ?? {}
  return { ...result, input: input.slice(0, shown), expected_output: expected_output.slice(0, shown) }
}
