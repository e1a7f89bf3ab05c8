import { Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { type Icon, IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: Icon
  title: string
  text?: string
  action?: ReactNode
  /** True if it is the page's only content. Its title is then a heading. */
  page?: boolean
  /** Adds a frame, for use outside a card. */
  framed?: boolean
}

/** Placeholder for an empty list or page. */
export function EmptyState({ icon: Shape = IconInbox, title, text, action, page, framed }: EmptyStateProps) {
  const content = (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon variant="default" size={44} radius="md" c="dimmed">
        <Shape size={22} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Text component={page ? 'h2' : 'p'} fw={600} mt={4}>
        {title}
      </Text>
      {text && (
        <Text c="dimmed" size="sm" maw={420} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      )}
      {action && <div style={{ marginTop: 'var(--mantine-spacing-xs)' }}>{action}</div>}
    </Stack>
  )
  return framed ? <Paper withBorder>{content}</Paper> : content
}
