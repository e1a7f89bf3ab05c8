import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

interface AuthenticationErrorProps {
  message: string
  onRetry: () => void
  onLogout: () => void
}

/**
 * Shown when the stored session could not be checked. The specified "Try Again" button logs out, so a retry that keeps
 * the session comes first: it usually succeeds after a brief network loss.
 */
export function AuthenticationError({ message, onRetry, onLogout }: AuthenticationErrorProps) {
  return (
    <Stack component="main" justify="center" align="center" mih="100dvh" p="md">
      <Stack gap="xs" align="center" maw={440} ta="center" role="alert" className="anywhere">
        <ThemeIcon variant="light" color="red" size={44} radius="md">
          <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Text component="h1" fw={600} mt={4}>
          Authentication Error
        </Text>
        <Text c="dimmed" size="sm" style={{ textWrap: 'balance' }}>
          {message}. You are still signed in on this device: check again once the connection is back. “Try Again” signs
          you out and begins anew at the sign-in.
        </Text>
      </Stack>
      <Group justify="center" gap="xs">
        <Button variant="default" onClick={onLogout}>
          Try Again
        </Button>
        <Button onClick={onRetry} autoFocus>
          Check again
        </Button>
      </Group>
    </Stack>
  )
}
