import { Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCircleHalf2, IconMinus, IconPoint, IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { ComparisonName } from '#shared/coding/comparison.schema.ts'
import type { TestResult } from '#shared/coding/submissions.schema.ts'
import { caseText, isPartial, memoryText, shareText, timeText, verdictOfCase } from '../../model/coding-text.ts'
import { type DiffLine, diffLines } from '../../model/line-diff.ts'
import { CaseBadge } from '../verdict-badge.tsx'
import { Output } from './output.tsx'
import classes from './result.module.css'

interface CaseListProps {
  results: readonly TestResult[]
  total: number
  samples: readonly { input: string; expected_output: string }[]
  comparison?: ComparisonName | undefined
  /** True for the author, who may see every case in full. */
  open?: boolean
}

/** All cases as numbered chips that fill in as results arrive, with the selected case below. */
export function CaseList({ results, total, samples, comparison = 'lines', open = false }: CaseListProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const byNumber = new Map(results.map((result) => [result.test_case_number, result]))
  const failed = results.find((result) => !result.passed && verdictOfCase(result) !== 'skipped')
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
      {shown && (
        <CaseDetail
          result={shown}
          sample={samples[shown.test_case_number - 1]}
          byLine={comparison === 'lines'}
          open={open}
        />
      )}
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

const shapes = {
  passed: IconCheck,
  partial: IconCircleHalf2,
  failed: IconX,
  skipped: IconMinus,
  waiting: IconPoint,
} as const

function stateOf(result: TestResult | undefined): keyof typeof shapes {
  if (!result) return 'waiting'
  if (isPartial(result)) return 'partial'
  if (verdictOfCase(result) === 'skipped') return 'skipped'
  return result.passed ? 'passed' : 'failed'
}

function CaseChip({ number, result, chosen, open, onChoose }: CaseChipProps) {
  const state = stateOf(result)
  const Shape = shapes[state]
  const words = result ? caseText(result) : 'not run yet'
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
  /** True if the output is compared line by line, so that differing lines can be marked. */
  byLine: boolean
  open: boolean
}

/** One case: a sample in full, or the permitted details of a hidden case. */
function CaseDetail({ result, sample, byLine, open }: CaseDetailProps) {
  const { test_case_number, is_sample, passed, execution_time, memory_kb, error, output_cut, remark, score } = result
  const skipped = verdictOfCase(result) === 'skipped'
  const isShown = open || is_sample
  const input = result.input ?? (is_sample ? sample?.input : undefined)
  const expected = result.expected_output ?? (is_sample ? sample?.expected_output : undefined)
  return (
    <Stack gap={10}>
      <Group gap="6px 10px">
        <CaseBadge result={result} />
        <Text size="sm" fw={550}>
          {open ? 'Test case' : is_sample ? 'Sample' : 'Hidden test case'} {test_case_number}
        </Text>
        <Text size="sm" c="dimmed" className="tabular">
          {(isShown || passed) && !skipped && timeText(execution_time)}
          {memory_kb !== undefined && memory_kb > 0 && ` · ${memoryText(memory_kb)}`}
        </Text>
        {open && score !== undefined && isPartial(result) && (
          <Text size="sm" c="dimmed">
            {shareText(score)} of its points
          </Text>
        )}
      </Group>
      {skipped ? (
        <Text size="sm" c="dimmed">
          Not run, because its group had already failed.
        </Text>
      ) : isShown ? (
        <>
          {/* Without a message from the program, `error` is the verdict, which the badge already shows. */}
          {error && error !== result.verdict && <Output label="Error" text={error} error />}
          {remark && <Output label="Message from the checker" text={remark} />}
          <div className={classes.texts}>
            {input !== undefined && <Output label="Input" text={input} />}
            {expected !== undefined && result.actual_output !== undefined ? (
              <DiffView
                expected={expected}
                actual={result.actual_output}
                plain={passed || !byLine}
                cut={output_cut ?? false}
              />
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
  /** True to mark no differences. */
  plain: boolean
  /** True if the program printed more than is available here. */
  cut: boolean
}

const linesShown = 400

/** Actual output beside expected output, with differing lines marked. */
function DiffView({ expected, actual, plain, cut }: DiffViewProps) {
  const diff = useMemo(() => diffLines(expected, actual), [expected, actual])
  return (
    <>
      <Side label="Your output" lines={diff.actual} mark="Not expected" plain={plain} cut={cut} />
      <Side label="Expected" lines={diff.expected} mark="Missing" plain={plain} cut={false} />
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
