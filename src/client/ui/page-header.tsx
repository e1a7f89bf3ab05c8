import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '#client/lib/page-title.ts'

export interface PageHeaderProps {
  /** Shown in the shell's header. Omit it on dashboards, which are titled by role. */
  title?: string
  purpose: string
  /** A related page that the user may have been looking for. */
  sibling?: { label: string; to: NonNullable<LinkProps['to']> } | undefined
  /** Shown beside the purpose once loaded. */
  count?: number | undefined
  /** At most one primary action. */
  action?: ReactNode
}

/** The top of every page, below its title. */
export function PageHeader({ title, purpose, sibling, count, action }: PageHeaderProps) {
  usePageTitle(title)
  return (
    <Group justify="space-between" gap="md" mb="lg">
      <Group gap="xs" flex="1 1 16rem">
        {/* The shell's header is not printed. */}
        {title && (
          <Text data-print="only" fw={600} fz="h3" w="100%">
            {title}
          </Text>
        )}
        <Text c="dimmed" size="sm" miw={0}>
          {purpose}
        </Text>
        {count !== undefined && (
          <Badge variant="default" className="tabular">
            {count.toLocaleString()}
          </Badge>
        )}
        {sibling && (
          <Anchor component={Link} to={sibling.to} size="sm" data-print="hide">
            {sibling.label}
          </Anchor>
        )}
      </Group>
      {action}
    </Group>
  )
}
