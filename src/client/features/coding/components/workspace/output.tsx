import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './result.module.css'

interface OutputProps {
  label: string
  /** Without any, it says so. */
  text: ReactNode
  /** True for messages of a compiler or program. */
  error?: boolean
  /** Shown beside the label. */
  mark?: ReactNode
  /** True if the text is lines, some of them marked. */
  diff?: boolean
  /** Shown below, for example that the text is truncated. */
  note?: string | undefined
}

/** Input or output, shown verbatim. */
export const Output = ({ label, text, error = false, mark, diff = false, note }: OutputProps) => (
  <section className={classes.output} aria-label={label} data-error={error || undefined}>
    <Text mb={3} c="dimmed" fz="xs" fw={550} aria-hidden>
      {label}
      {mark}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than its place is scrolled by keyboard */}
    <pre className={`code-block ${classes.text}`} tabIndex={0} data-diff={diff || undefined}>
      {text || (
        <Text span inherit c="dimmed" fs="italic">
          nothing
        </Text>
      )}
    </pre>
    {note !== undefined && (
      <Text mt={4} c="dimmed" fz="xs">
        {note}
      </Text>
    )}
  </section>
)
