import { Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconPoint, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { caseWords } from '#shared/coding/languages.rules.ts'
import type { TestResult } from '#shared/coding/submissions.schema.ts'
import { memoryText, timeText, verdictOfCase } from '../../model/coding-text.ts'
import { type DiffLine, diffLines } from '../../model/line-diff.ts'
import { VerdictBadge } from '../verdict-badge.tsx'
import { Output } from './output.tsx'
import classes from './result.module.css'

interface CaseListProps {
  results: readonly TestResult[]
  total: number
  samples: readonly { input: string; expected_output: string }[]
  /** True for the author, who may see every case in full. */
  open?: boolean
}

/** All cases as numbered chips that fill in as results arrive, with the selected case below. */
export function CaseList({ results, total, samples, open = false }: CaseListProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const byNumber = new Map(results.map((result) => [result.test_case_number, result]))
  const failed = results.find(({ passed }) => !passed)
  const number = chosen ?? failed?.test_case_number ?? results[0]?.test_case_number
  const shown = number === undefined ? undefined : byNumber.get(number)
  return (
    <>
      <Group component="ul" gap={6} align="stretch" aria-label="Test cases">
        {Array.from({ length: total }, (_, at) => {
          const result = byNumber.get(at + 1)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: test cases are identified by their number
            <li key={at}>
              <CaseChip
                number={at + 1}
                result={result}
                chosen={shown?.test_case_number === at + 1}
                open={open}
                onChoose={setChosen}
              />
            </li>
          )
        })}
      </Group>
      {shown && <CaseDetail result={shown} sample={samples[shown.test_case_number - 1]} open={open} />}
    </>
  )
}

interface CaseChipProps {
  number: number
  result: TestResult | undefined
  chosen: boolean
  open: boolean
  onChoose: (number: number) => void
}

function CaseChip({ number, result, chosen, open, onChoose }: CaseChipProps) {
  const state = result ? (result.passed ? 'passed' : 'failed') : 'waiting'
  const Shape = { passed: IconCheck, failed: IconX, waiting: IconPoint }[state]
  const words = result ? caseWords[verdictOfCase(result)] : 'not run yet'
  const kind = open ? 'Test case' : result ? (result.is_sample ? 'Sample' : 'Hidden') : 'Case'
  return (
    <button
      type="button"
      className={`card tabular ${classes.chip}`}
      data-state={state}
      aria-pressed={chosen}
      disabled={!result}
      title={`${kind} ${number}: ${words}`}
      onClick={() => onChoose(number)}
    >
      <Shape size={14} stroke={2.4} aria-hidden />
      <span aria-hidden>{number}</span>
      {result?.is_sample && (
        <Text span inherit fz="xs" fw={400} aria-hidden>
          sample
        </Text>
      )}
      <span className="visually-hidden">
        {kind} {number}: {words}
      </span>
    </button>
  )
}

interface CaseDetailProps {
  result: TestResult
  sample: { input: string; expected_output: string } | undefined
  open: boolean
}

/** One case: a sample in full, or the permitted details of a hidden case. */
function CaseDetail({ result, sample, open }: CaseDetailProps) {
  const { test_case_number, is_sample, passed, execution_time, memory_kb, error, output_cut } = result
  const isShown = open || is_sample
  const input = result.input ?? (is_sample ? sample?.input : undefined)
  const expected = result.expected_output ?? (is_sample ? sample?.expected_output : undefined)
  return (
    <Stack gap={10}>
      <Group gap="6px 10px">
        <VerdictBadge verdict={verdictOfCase(result)} />
        <Text size="sm" fw={550}>
          {open ? 'Test case' : is_sample ? 'Sample' : 'Hidden test case'} {test_case_number}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {(isShown || passed) && timeText(execution_time)}
          {memory_kb !== undefined && memory_kb > 0 && ` · ${memoryText(memory_kb)}`}
        </Text>
      </Group>
      {isShown ? (
        <>
          {/* Without a message from the program, `error` is the verdict, which the badge already shows. */}
          {error && error !== result.verdict && <Output label="Error" text={error} error />}
          <div className={classes.texts}>
            {input !== undefined && <Output label="Input" text={input} />}
            {expected !== undefined && result.actual_output !== undefined ? (
              <DiffView expected={expected} actual={result.actual_output} passed={passed} cut={output_cut ?? false} />
            ) : (
              expected !== undefined && <Output label="Expected" text={expected} />
            )}
          </div>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Input and output of hidden test cases are not shown.
        </Text>
      )}
    </Stack>
  )
}

interface DiffViewProps {
  expected: string
  actual: string
  passed: boolean
  /** True if the program printed more than is available here. */
  cut: boolean
}

const linesShown = 400

/** Actual output beside expected output, with differing lines marked. */
function DiffView({ expected, actual, passed, cut }: DiffViewProps) {
  const diff = useMemo(() => diffLines(expected, actual), [expected, actual])
  return (
    <>
      <Side label="Your output" lines={diff.actual} mark="Not expected" plain={passed} cut={cut} />
      <Side label="Expected" lines={diff.expected} mark="Missing" plain={passed} cut={false} />
    </>
  )
}

interface SideProps {
  label: string
  lines: readonly DiffLine[]
  /** The label for differing lines. A bar marks them, since a plus or minus could look like part of a number. */
  mark: 'Not expected' | 'Missing'
  plain: boolean
  cut: boolean
}

function Side({ label, lines, mark, plain, cut }: SideProps) {
  const text = lines.slice(0, linesShown).map(({ text, same }, at) => {
    const marked = !same && !plain
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position
      <span key={at} className={classes.diffLine} data-mark={marked ? mark : undefined}>
        {marked && <span className="visually-hidden">{mark}: </span>}
        {text === '' ? '\u200b' : text}
        {'\n'}
      </span>
    )
  })
  return (
    <Output
      label={label}
      text={lines.length > 0 && text}
      mark={
        !plain &&
        lines.some(({ same }) => !same) && (
          <Text span inherit ms={8} px={6} fw={400} className={`nowrap ${classes.mark}`} data-mark={mark}>
            {mark.toLowerCase()}
          </Text>
        )
      }
      diff={!plain}
      note={cut || lines.length > linesShown ? 'Only the beginning is shown.' : undefined}
    />
  )
}
