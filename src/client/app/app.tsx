import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect } from 'react'
import { notify } from '#client/lib/notify.ts'
import { leadToSecondStepWith } from '#client/lib/second-step.ts'
import { useSession } from '#client/lib/session.ts'
import { checkSession, useSessionCheck } from '#client/lib/session-check.ts'
import { greetOnce } from '#client/lib/session-store.ts'
import { askForProofWith } from '#client/lib/step-up.ts'
import { TrpcProvider } from '#client/lib/trpc.tsx'
import { ConfirmHost } from '#client/ui/confirm-host.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import { AuthenticationError } from './authentication-error.tsx'
import { Drawn } from './drawn.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { router } from './router.tsx'
import { isExamPath } from './routes/student.tsx'
import { cssVariables, theme } from './theme.ts'

leadToSecondStepWith(() => {
  if (router.state.location.pathname !== '/profile') void router.navigate({ to: '/profile', replace: true })
})
// Loads the dialog's code on demand.
askForProofWith(async () => (await import('#client/features/auth/components/step-up-modal.tsx')).askForPassword())

/**
 * Checks a stored session and greets the user once per sign-in, but never during an exam. The sign-in form shows its
 * own greeting.
 */
export async function resumeSession() {
  const user = await checkSession()
  if (user && !isExamPath(window.location.pathname) && greetOnce()) notify.success(`Welcome back, ${user.name}!`)
}

/** Root of the client: theme, toasts, data, session and screens. */
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
  // The overlay announces the session check, and the placeholder from index.html stays until there is a screen.
  if (check.state === 'checking') return null
  if (check.state === 'failed')
    return (
      <Drawn>
        <AuthenticationError message={check.message} onRetry={resumeSession} onLogout={logout} />
      </Drawn>
    )
  return <RouterProvider router={router} />
}
