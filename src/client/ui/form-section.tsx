import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-section.module.css'

interface FormSectionProps {
  title: string
  text: string
  children: ReactNode
}

/** A named part of a page of fields: what it is at the left, its fields at the right; stacked on a narrow screen. */
export const FormSection = ({ title, text, children }: FormSectionProps) => (
  <section className={classes.section}>
    <div>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
    <div className={classes.fields}>{children}</div>
  </section>
)

interface FormRowProps {
  /** Fields that want more room than a date or a figure. */
  wide?: boolean
  children: ReactNode
}

/** Fields that belong together: as many side by side as have room. */
export const FormRow = ({ wide, children }: FormRowProps) => (
  <div className={classes.row} data-wide={wide || undefined}>
    {children}
  </div>
)
