import { createRoute, lazyRouteComponent, redirect, type SearchSchemaInput } from '@tanstack/react-router'
import { LoginScreen } from '#client/features/auth/screens/login-screen.tsx'
import { readSession } from '#client/lib/session-store.ts'
import { home } from '../tabs.ts'
import { root } from './frame.tsx'

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

/** Routes that work without signing in. */
export const signInRoutes = [login, forgotPassword, resetPassword, olderResetPassword] as const
