import { Alert, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-section.module.css'

/** A titled section of a form: the title on the left, its fields on the right. Stacked on a narrow screen. */
export const FormSection = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={`line-above ${classes.section}`}>
    <div>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
    <Stack miw={0}>{children}</Stack>
  </section>
)

interface FormRowProps {
  /** For fields that need more room than a date or a number. */
  wide?: boolean
  children: ReactNode
}

/** Related fields, as many side by side as fit. */
export const FormRow = ({ wide, children }: FormRowProps) => (
  <div className={classes.row} data-wide={wide || undefined}>
    {children}
  </div>
)

/** An error that concerns several fields, such as all items of a list. */
export const FormError = ({ children }: { children: string | undefined }) =>
  children && (
    <Alert color="red" py="xs">
      {children}
    </Alert>
  )
