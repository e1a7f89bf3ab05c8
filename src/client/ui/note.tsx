import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A dimmed line: details below a name, or a remark below a list. */
export const Note = (props: TextProps & { title?: string; children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="div" {...props} />
)

/** Shown for a missing value. @param label read by screen readers instead */
export const Dash = ({ label }: { label?: string }) => (
  <Text span inherit c="dimmed" aria-label={label}>
    –
  </Text>
)
