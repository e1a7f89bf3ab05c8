import { useMemo } from 'react'
import { type DiffLine, diffLines } from '../../model/line-diff.ts'
import classes from './result.module.css'

interface DiffViewProps {
  expected: string
  actual: string
  passed: boolean
  /** More was printed than is known here. */
  cut: boolean
}

/** Lines that are drawn; beyond them nobody looks. */
const linesShown = 400

/** What was printed beside what was expected; lines that the other side lacks are marked. */
export function DiffView({ expected, actual, passed, cut }: DiffViewProps) {
  const diff = useMemo(() => diffLines(expected, actual), [expected, actual])
  return (
    <>
      <Side label="Your output" lines={diff.actual} sign="+" word="Not expected" plain={passed} cut={cut} />
      <Side label="Expected" lines={diff.expected} sign="−" word="Missing" plain={passed} cut={false} />
    </>
  )
}

interface SideProps {
  label: string
  lines: readonly DiffLine[]
  /** Before a line that the other side lacks, for the eye. */
  sign: string
  /** The same for the ear. */
  word: string
  plain: boolean
  cut: boolean
}

const Side = ({ label, lines, sign, word, plain, cut }: SideProps) => (
  <section className={classes.output} aria-label={label}>
    <p className={classes.label} aria-hidden>
      {label}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than its place is scrolled by keyboard */}
    <pre className={classes.text} tabIndex={0} data-diff={!plain || undefined}>
      {lines.length === 0 && <span className={classes.nothing}>nothing</span>}
      {lines.slice(0, linesShown).map(({ text, same }, at) => {
        const marked = !same && !plain
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            key={at}
            className={classes.diffLine}
            data-sign={marked ? sign : undefined}
            data-marked={marked || undefined}
          >
            {marked && <span className="visually-hidden">{word}: </span>}
            {text === '' ? '\u200b' : text}
            {'\n'}
          </span>
        )
      })}
    </pre>
    {(cut || lines.length > linesShown) && <p className={classes.cut}>Only the beginning is shown.</p>}
  </section>
)
