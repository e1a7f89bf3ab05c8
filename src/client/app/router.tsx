import {
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { LoginScreen } from '#client/features/auth/screens/login-screen.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { readSession, watchSession } from '#client/lib/session-store.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { root, shell } from './frame.tsx'
import { screens } from './screens.tsx'
import { home } from './tabs.ts'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (raw: Record<string, unknown> & SearchSchemaInput): { redirect?: string } =>
    // Only same-origin paths: `//other.host` would redirect to another site.
    typeof raw.redirect === 'string' && /^\/(?![/\\])/.test(raw.redirect) ? { redirect: raw.redirect } : {},
  beforeLoad: ({ search }) => {
    if (!readSession()) return
    if (search.redirect) throw redirect({ href: search.redirect, replace: true })
    throw redirect({ to: home, replace: true })
  },
  // In the main bundle: most visits start here, and most screens use the same components.
  component: LoginScreen,
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('#client/features/auth/screens/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})

const ResetPassword = lazyRouteComponent(
  () => import('#client/features/auth/screens/reset-password-screen.tsx'),
  'ResetPasswordScreen',
)
const resetPassword = createRoute({ getParentRoute: () => root, path: '/reset-password', component: ResetPassword })
const olderResetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: ResetPassword,
})

export const router = createRouter({
  routeTree: root.addChildren([login, forgotPassword, resetPassword, olderResetPassword, shell.addChildren(screens)]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  // Plain query strings: every value is a string, so `?batch=2024` is readable.
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

/** Shown when a screen throws, or when its code cannot be loaded because a new release removed the file. */
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
