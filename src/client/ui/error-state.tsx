import { Button, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'

interface ErrorStateProps {
  title?: string
  message: string
  onRetry?: (() => void) | undefined
  retryLabel?: string
}

/** What stands where something could not be loaded. */
export function ErrorState({ title, message, onRetry, retryLabel = 'Retry' }: ErrorStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <ThemeIcon variant="light" color="red" size={44} radius="md">
        <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
      </ThemeIcon>
      {title && (
        <Text fw={600} mt={4}>
          {title}
        </Text>
      )}
      <Text c={title ? 'dimmed' : undefined} size="sm" maw={480}>
        {message}
      </Text>
      {onRetry && (
        <Button variant="default" mt="xs" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </Stack>
  )
}
