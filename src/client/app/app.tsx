import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { notify } from '#client/lib/notify.ts'
import { SessionProvider, useSessionCheck } from '#client/lib/session.tsx'
import { greetOnce } from '#client/lib/session-store.ts'
import { TrpcProvider } from '#client/lib/trpc.tsx'
import { ConfirmHost } from '#client/ui/confirm-host.tsx'
import { Toasts } from '#client/ui/toasts.tsx'
import type { CurrentUser } from '#shared/auth/schema.ts'
import { AuthenticationError } from './authentication-error.tsx'
import { Drawn } from './drawn.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { router } from './router.tsx'
import { isExamPath } from './routes/student.tsx'
import { cssVariables, theme } from './theme.ts'

/** Once for each sign-in, and never over an exam: the sign-in form has a greeting of its own. */
function welcome(user: CurrentUser) {
  if (!isExamPath(window.location.pathname) && greetOnce()) notify.success(`Welcome back, ${user.name}!`)
}

/** The whole client: theme, toasts, data, session, then the screens. */
export function App() {
  return (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <TrpcProvider>
          <SessionProvider onWelcome={welcome}>
            <Screens />
            <ConfirmHost />
          </SessionProvider>
        </TrpcProvider>
        <LoadingOverlay />
        <Toasts />
      </MantineProvider>
    </StrictMode>
  )
}

function Screens() {
  const { check, retry, logout } = useSessionCheck()
  // The overlay says that the session is being checked, and what index.html shows stands until there is a screen.
  if (check.state === 'checking') return null
  if (check.state === 'failed')
    return (
      <Drawn>
        <AuthenticationError message={check.message} onRetry={retry} onLogout={logout} />
      </Drawn>
    )
  return <RouterProvider router={router} />
}
