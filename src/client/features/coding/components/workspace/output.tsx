import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './result.module.css'

interface OutputProps {
  label: string
  /** Shown as the word "empty" if blank. */
  text: ReactNode
  /** True for messages from a compiler or program. */
  error?: boolean
  /** Shown beside the label. */
  mark?: ReactNode
  /** True if the text consists of lines that may be marked. */
  diff?: boolean
  /** A note below the text, for example that it is truncated. */
  note?: string | undefined
}

/** Input or output, shown verbatim. */
export const Output = ({ label, text, error = false, mark, diff = false, note }: OutputProps) => (
  <section className={classes.output} aria-label={label} data-error={error || undefined}>
    <Text mb={3} c="dimmed" fz="xs" fw={550} aria-hidden>
      {label}
      {mark}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
    <pre className={`code-block ${classes.text}`} tabIndex={0} data-diff={diff || undefined}>
      {text || (
        <Text span inherit c="dimmed" fs="italic">
          empty
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
