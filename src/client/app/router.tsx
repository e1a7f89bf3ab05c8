import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router'
import { readSession, readSessionEnd, watchSession } from '#client/lib/session-store.ts'
import type { Role } from '#shared/roles.ts'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell.tsx'
import { homeOf, tabAt } from './tabs.ts'

/** What a list keeps in the URL; every value is the text that stands there. */
type ListSearch<Key extends string = never> = { [K in Key | 'page' | 'search']?: string }

const listSearch =
  <Key extends string = never>(...keys: Key[]) =>
  (raw: Record<string, unknown> & SearchSchemaInput): ListSearch<Key> => {
    const kept: Record<string, string> = {}
    for (const key of ['page', 'search', ...keys]) {
      const value = raw[key]
      if (value !== undefined && value !== '') kept[key] = String(value)
    }
    return kept as ListSearch<Key>
  }

/** Only for the roles named; everyone else goes to a place of their own. */
const only =
  (...allowed: Role[]) =>
  () => {
    const role = readSession()?.user.role
    if (role && !allowed.includes(role)) throw redirect({ to: homeOf(role), replace: true })
  }

const goHome = () => {
  const role = readSession()?.user.role
  throw redirect({ to: role ? homeOf(role) : '/login', replace: true })
}

const root = createRootRoute({ component: Outlet, notFoundComponent: () => null })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (raw: Record<string, unknown> & SearchSchemaInput): { redirect?: string } =>
    // Only a path of ours: `//other.host` would lead away.
    typeof raw.redirect === 'string' && /^\/(?![/\\])/.test(raw.redirect) ? { redirect: raw.redirect } : {},
  beforeLoad: ({ search }) => {
    const user = readSession()?.user
    if (!user) return
    const wanted = search.redirect
    const tab = wanted === undefined ? undefined : tabAt(new URL(wanted, window.location.origin).pathname)
    const allowed = tab !== undefined && (tab.roles as readonly Role[]).includes(user.role)
    if (wanted !== undefined && allowed) throw redirect({ href: wanted, replace: true })
    throw redirect({ to: homeOf(user.role), replace: true })
  },
  component: lazyRouteComponent(() => import('#client/features/auth/screens/login-screen.tsx'), 'LoginScreen'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(
    () => import('#client/features/auth/screens/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: lazyRouteComponent(
    () => import('#client/features/auth/screens/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (readSession()) return
    const back = readSessionEnd() !== 'logout' && location.pathname !== '/'
    throw redirect({ to: '/login', search: back ? { redirect: location.href } : {}, replace: true })
  },
  component: Shell,
})

const home = createRoute({ getParentRoute: () => shell, path: '/', beforeLoad: goHome })
const unknown = createRoute({ getParentRoute: () => shell, path: '$', beforeLoad: goHome })

const MasterTests = lazyRouteComponent(() => import('#client/features/tests/screens/tests-screen.tsx'), 'TestsScreen')
const FacultyTests = lazyRouteComponent(
  () => import('#client/features/assignments/screens/faculty-tests-screen.tsx'),
  'FacultyTestsScreen',
)

const tests = createRoute({
  getParentRoute: () => shell,
  path: '/tests',
  beforeLoad: only('master_admin', 'faculty'),
  validateSearch: listSearch('type', 'subject', 'sort'),
  component: () => (readSession()?.user.role === 'faculty' ? <FacultyTests /> : <MasterTests />),
})

const testForm = lazyRouteComponent(
  () => import('#client/features/tests/screens/test-form-screen.tsx'),
  'TestFormScreen',
)
const newTest = createRoute({
  getParentRoute: () => shell,
  path: '/tests/new',
  beforeLoad: only('master_admin'),
  component: testForm,
})
const editTest = createRoute({
  getParentRoute: () => shell,
  path: '/tests/$testId/edit',
  beforeLoad: only('master_admin'),
  component: testForm,
})

const colleges = createRoute({
  getParentRoute: () => shell,
  path: '/colleges',
  beforeLoad: only('master_admin'),
  validateSearch: listSearch('status', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/colleges/screens/colleges-screen.tsx'),
    'CollegesScreen',
  ),
})

const collegeManagement = createRoute({
  getParentRoute: () => shell,
  path: '/college-management',
  beforeLoad: only('master_admin'),
  validateSearch: listSearch('status', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/colleges/screens/college-management-screen.tsx'),
    'CollegeManagementScreen',
  ),
})
const collegeDetail = createRoute({
  getParentRoute: () => shell,
  path: '/college-management/$collegeId',
  beforeLoad: only('master_admin'),
  validateSearch: listSearch('tab', 'status'),
  component: lazyRouteComponent(
    () => import('#client/features/colleges/screens/college-detail-screen.tsx'),
    'CollegeDetailScreen',
  ),
})
const stats = createRoute({
  getParentRoute: () => shell,
  path: '/stats',
  beforeLoad: only('master_admin'),
  component: lazyRouteComponent(() => import('#client/features/colleges/screens/stats-screen.tsx'), 'StatsScreen'),
})
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  beforeLoad: only('master_admin', 'college_admin'),
  validateSearch: listSearch('action', 'subject', 'college', 'from', 'to', 'limit'),
  component: lazyRouteComponent(() => import('#client/features/audit/screens/audit-screen.tsx'), 'AuditScreen'),
})
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: lazyRouteComponent(
    () => import('#client/features/dashboards/screens/dashboard-screen.tsx'),
    'DashboardScreen',
  ),
})
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('#client/features/auth/screens/profile-screen.tsx'), 'ProfileScreen'),
})
const hierarchy = createRoute({
  getParentRoute: () => shell,
  path: '/student-hierarchy',
  beforeLoad: only('college_admin'),
  component: lazyRouteComponent(
    () => import('#client/features/members/screens/hierarchy-screen.tsx'),
    'HierarchyScreen',
  ),
})

const assignedTests = createRoute({
  getParentRoute: () => shell,
  path: '/assigned-tests',
  beforeLoad: only('college_admin'),
  validateSearch: listSearch('type', 'subject', 'status', 'sort'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/assigned-tests-screen.tsx'),
    'AssignedTestsScreen',
  ),
})

const members = () => import('#client/features/members/screens/members-screens.tsx')
const faculty = createRoute({
  getParentRoute: () => shell,
  path: '/faculty',
  beforeLoad: only('college_admin'),
  validateSearch: listSearch('batch', 'branch', 'section', 'status', 'login', 'sort', 'limit', 'upload', 'add'),
  component: lazyRouteComponent(members, 'FacultyScreen'),
})
const students = createRoute({
  getParentRoute: () => shell,
  path: '/students',
  beforeLoad: only('college_admin'),
  validateSearch: listSearch('batch', 'branch', 'section', 'status', 'login', 'sort', 'limit', 'upload', 'add'),
  component: lazyRouteComponent(members, 'StudentsScreen'),
})

const myTests = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests',
  beforeLoad: only('student'),
  validateSearch: listSearch('type', 'subject', 'status', 'sort'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/my-tests-screen.tsx'),
    'MyTestsScreen',
  ),
})
const exam = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests/$testId/take',
  beforeLoad: only('student'),
  component: lazyRouteComponent(() => import('#client/features/attempts/screens/exam-screen.tsx'), 'ExamScreen'),
})
const report = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests/$testId/report',
  beforeLoad: only('student'),
  component: lazyRouteComponent(() => import('#client/features/attempts/screens/report-screen.tsx'), 'ReportScreen'),
})

/** Whether a path is the exam room's. */
export const isExamPath = (pathname: string) => /^\/my-tests\/[^/]+\/take\/?$/.test(pathname)

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    forgotPassword,
    resetPassword,
    shell.addChildren([
      home,
      unknown,
      tests,
      newTest,
      editTest,
      colleges,
      collegeManagement,
      collegeDetail,
      stats,
      audit,
      dashboard,
      profile,
      hierarchy,
      assignedTests,
      faculty,
      students,
      myTests,
      exam,
      report,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
  // Plain query strings: every value is text, `?batch=2024` stays readable.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
    return text && `?${text}`
  },
})

// Signing in or out decides anew what may be shown here.
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
