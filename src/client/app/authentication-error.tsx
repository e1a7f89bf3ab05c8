import { Button, Center, Stack } from '@mantine/core'
import { ErrorState } from '#client/ui/error-state.tsx'

interface AuthenticationErrorProps {
  message: string
  onRetry: () => void
  onLogout: () => void
}

/** The stored session could not be checked. It is kept: trying again is usually enough. */
export function AuthenticationError({ message, onRetry, onLogout }: AuthenticationErrorProps) {
  return (
    <Center mih="100dvh" component="main">
      <Stack gap={0} align="center">
        <ErrorState
          page
          title="Authentication Error"
          message={`${message}. You are still signed in on this device.`}
          retryLabel="Try Again"
          onRetry={onRetry}
        />
        <Button variant="subtle" color="gray" mt={-36} onClick={onLogout}>
          Log out
        </Button>
      </Stack>
    </Center>
  )
}
