import { createRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { messageOf } from '#client/lib/errors.ts'
import { readSession, watchSession } from '#client/lib/session-store.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { collegeAdminRoutes } from './routes/college-admin.tsx'
import { everyonesRoutes } from './routes/everyone.tsx'
import { facultyRoutes } from './routes/faculty.tsx'
import { root, shell } from './routes/frame.tsx'
import { masterAdminRoutes } from './routes/master-admin.tsx'
import { notificationsRoutes } from './routes/notifications.tsx'
import { signInRoutes } from './routes/sign-in.tsx'
import { studentRoutes } from './routes/student.tsx'

export const router = createRouter({
  routeTree: root.addChildren([
    ...signInRoutes,
    shell.addChildren([
      ...everyonesRoutes,
      ...masterAdminRoutes,
      ...collegeAdminRoutes,
      ...facultyRoutes,
      ...studentRoutes,
      ...notificationsRoutes,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  // Plain query strings: every value is text, so `?batch=2024` stays readable.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
    return text && `?${text}`
  },
})

// Signing in or out changes which pages are allowed.
let signedInAs = readSession()?.user.id
watchSession(() => {
  const next = readSession()?.user.id
  if (next === signedInAs) return
  signedInAs = next
  void router.invalidate()
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/**
 * Shown when a screen throws or its code cannot be loaded. A new release removes old code files; reloading fetches the
 * new ones.
 */
function RouteError({ error }: ErrorComponentProps) {
  return (
    <ErrorState
      page
      title="This page could not be shown"
      message={messageOf(error, 'Something went wrong')}
      retryLabel="Reload"
      onRetry={() => window.location.reload()}
    />
  )
}
