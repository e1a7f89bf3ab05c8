import { Text } from '@mantine/core'
import classes from './result.module.css'

interface OutputProps {
  label: string
  text: string
  /** True for messages of a compiler or program. */
  error?: boolean
  /** Shown below, for example that the text is truncated. */
  note?: string | undefined
}

/** Input or output, shown verbatim. */
export const Output = ({ label, text, error = false, note }: OutputProps) => (
  <section className={classes.output} aria-label={label} data-error={error || undefined}>
    <Text mb={3} c="dimmed" fz="xs" fw={550} aria-hidden>
      {label}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than its place is scrolled by keyboard */}
    <pre className={`code-block ${classes.text}`} tabIndex={0}>
      {text === '' ? (
        <Text span inherit c="dimmed" fs="italic">
          nothing
        </Text>
      ) : (
        text
      )}
    </pre>
    {note !== undefined && (
      <Text mt={4} c="dimmed" fz="xs">
        {note}
      </Text>
    )}
  </section>
)
