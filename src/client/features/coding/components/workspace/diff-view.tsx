import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { type DiffLine, diffLines } from '../../model/line-diff.ts'
import classes from './result.module.css'

interface DiffViewProps {
  expected: string
  actual: string
  passed: boolean
  /** True if the program printed more than is available here. */
  cut: boolean
}

/** Maximum lines shown. */
const linesShown = 400

/** Actual output beside expected output; differing lines are marked. */
export function DiffView({ expected, actual, passed, cut }: DiffViewProps) {
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
  /** Marks a differing line. A bar, because a plus or minus would look like part of a number. */
  mark: 'Not expected' | 'Missing'
  plain: boolean
  cut: boolean
}

const Side = ({ label, lines, mark, plain, cut }: SideProps) => (
  <section className={classes.output} aria-label={label}>
    <Text mb={3} c="dimmed" fz="xs" fw={550} aria-hidden>
      {label}
      {!plain && lines.some(({ same }) => !same) && (
        <Text span inherit ms={8} px={6} fw={400} className={`nowrap ${classes.mark}`} data-mark={mark}>
          {mark.toLowerCase()}
        </Text>
      )}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than its place is scrolled by keyboard */}
    <pre className={`code-block ${classes.text}`} tabIndex={0} data-diff={!plain || undefined}>
      {lines.length === 0 && (
        <Text span inherit c="dimmed" fs="italic">
          nothing
        </Text>
      )}
      {lines.slice(0, linesShown).map(({ text, same }, at) => {
        const marked = !same && !plain
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            key={at}
            className={classes.diffLine}
            data-mark={marked ? mark : undefined}
          >
            {marked && <span className="visually-hidden">{mark}: </span>}
            {text === '' ? '\u200b' : text}
            {'\n'}
          </span>
        )
      })}
    </pre>
    {(cut || lines.length > linesShown) && (
      <Text mt={4} c="dimmed" fz="xs">
        Only the beginning is shown.
      </Text>
    )}
  </section>
)
