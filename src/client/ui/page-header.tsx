import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** One line that says what the page is for. */
  purpose: string
  /** Shown beside the title once it is known. */
  count?: number | undefined
  /** At most one primary action. */
  action?: ReactNode
}

/** The top of every page. */
export function PageHeader({ title, purpose, count, action }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} miw={0} flex="1 1 16rem">
        <Group gap="xs">
          <Title order={1} size="h2">
            {title}
          </Title>
          {count !== undefined && (
            <Badge variant="default" size="lg" className="tabular">
              {count.toLocaleString()}
            </Badge>
          )}
        </Group>
        <Text c="dimmed" size="sm">
          {purpose}
        </Text>
      </Stack>
      {action}
    </Group>
  )
}
