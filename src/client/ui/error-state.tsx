import { Button, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'

interface ErrorStateProps {
  title: string
  message: string
  onRetry?: (() => void) | undefined
  retryLabel?: string
  /** True if it is the page's only content. Its title is then a heading. */
  page?: boolean
  /** Adds a frame, for use outside a card. */
  framed?: boolean
}

/** Placeholder for content that failed to load. */
export function ErrorState({ title, message, onRetry, retryLabel = 'Retry', page, framed }: ErrorStateProps) {
  const content = (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={44} radius="md">
        <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <Text component={page ? 'h2' : 'p'} fw={600} mt={4}>
        {title}
      </Text>
      <Text c="dimmed" size="sm" maw={480} style={{ overflowWrap: 'anywhere', textWrap: 'balance' }}>
        {message}
      </Text>
      {onRetry && (
        <Button variant="default" mt="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Stack>
  )
  return framed ? <Paper withBorder>{content}</Paper> : content
}
