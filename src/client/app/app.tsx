import { Button, Group, Loader, MantineProvider, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { useLoadingLabel } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import { onSecondStepRequired } from '#client/lib/second-step.ts'
import { useSession } from '#client/lib/session.ts'
import { checkSession, useSessionCheck } from '#client/lib/session-check.ts'
import { greetOnce } from '#client/lib/session-store.ts'
import { askForProofWith } from '#client/lib/step-up.ts'
import { TrpcProvider } from '#client/lib/trpc.tsx'
import { ConfirmHost } from '#client/ui/confirm-host.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { PlaceholderRemoved } from './frame.tsx'
import classes from './loading-overlay.module.css'
import { router } from './router.tsx'
import { isExamPath } from './screens.tsx'
import { cssVariables, theme } from './theme.ts'

onSecondStepRequired(() => {
  if (router.state.location.pathname !== '/profile') void router.navigate({ to: '/profile', replace: true })
})
// Load the dialog's code on demand.
askForProofWith(async () => (await import('#client/features/auth/components/step-up-modal.tsx')).askForPassword())

/** Checks a stored session and greets the user once per sign-in, but never during an exam. */
export async function resumeSession() {
  const user = await checkSession()
  if (user && !isExamPath(window.location.pathname) && greetOnce()) notify.success(`Welcome back, ${user.name}!`)
}

export function App() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <TrpcProvider>
          <Screens />
          <ConfirmHost />
        </TrpcProvider>
        <LoadingOverlay />
        <Toasts />
      </MantineProvider>
    </StrictMode>
  )
}

function Screens() {
  const check = useSessionCheck()
  const { logout } = useSession()
  useEffect(() => {
    if (check.state !== 'failed') return
    window.addEventListener('online', resumeSession)
    return () => window.removeEventListener('online', resumeSession)
  }, [check.state])
  // The overlay announces the session check. The placeholder from index.html remains visible until the first screen
  // renders.
  if (check.state === 'checking') return null
  if (check.state === 'failed')
    return (
      <PlaceholderRemoved>
        <AuthenticationError message={check.message} onRetry={resumeSession} onLogout={logout} />
      </PlaceholderRemoved>
    )
  return <RouterProvider router={router} />
}

/**
 * Covers the page while `whileLoading` has pending work. Rendered once for all screens. Leaves focus where it is, so
 * nothing has to restore it. Key presses are ignored until loading ends.
 */
function LoadingOverlay() {
  const label = useLoadingLabel()
  const loading = label !== null
  useEffect(() => {
    if (!loading) return
    const swallow = (event: KeyboardEvent) => {
      // Allow browser shortcuts.
      if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', swallow, true)
    return () => window.removeEventListener('keydown', swallow, true)
  }, [loading])
  return (
    // Rendered while still empty, because screen readers announce only changes inside a live region.
    <div role="status">
      {loading && (
        <div className={classes.cover}>
          <Group
            gap="sm"
            wrap="nowrap"
            maw="calc(100vw - 32px)"
            py="sm"
            px="lg"
            bdrs="lg"
            fz="sm"
            className="card"
            style={{ boxShadow: 'var(--mantine-shadow-md)' }}
          >
            <Loader size="sm" />
            {label}
          </Group>
        </div>
      )}
    </div>
  )
}

interface AuthenticationErrorProps {
  message: string
  onRetry: () => void
  onLogout: () => void
}

/**
 * Shown when the stored session could not be checked. The specified "Try Again" button logs out, so a second, focused
 * button retries and keeps the session. A retry usually succeeds after a brief network loss.
 */
function AuthenticationError({ message, onRetry, onLogout }: AuthenticationErrorProps) {
  return (
    <Stack component="main" justify="center" align="center" mih="100dvh" p="md">
      <Stack role="alert" gap="xs" align="center" maw={440} ta="center" className="anywhere">
        <ThemeIcon variant="light" color="red" size={44} radius="md">
          <IconAlertTriangle size={22} stroke={1.6} aria-hidden />
        </ThemeIcon>
        <Text component="h1" fw={600} mt={4}>
          Authentication Error
        </Text>
        <Text c="dimmed" size="sm" style={{ textWrap: 'balance' }}>
          {message}. You are still signed in on this device: check again once the connection is back. “Try Again” signs
          you out and takes you to the sign-in page.
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
