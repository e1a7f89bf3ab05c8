import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dashboards.module.css'

interface DashboardSectionProps {
  title: string
  /** Link to the full list. */
  more?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A named part of a dashboard. */
export const DashboardSection = ({ title, more, className, children }: DashboardSectionProps) => (
  <section className={className ? `${classes.section} ${className}` : classes.section}>
    <Group gap="4px 16px" justify="space-between" mih={30} mb="xs">
      <Text component="h2" fz="md" fw={600}>
        {title}
      </Text>
      {more}
    </Group>
    {children}
  </section>
)
