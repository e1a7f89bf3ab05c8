import { createRoute, lazyRouteComponent, type RouteComponent, redirect } from '@tanstack/react-router'
import { StudentDashboardScreen } from '#client/features/dashboards/screens/student-dashboard-screen.tsx'
import { readSession } from '#client/lib/session-store.ts'
import type { Role } from '#shared/roles.ts'
import { UnknownPage } from '../access.tsx'
import { home } from '../tabs.ts'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

/** One path with a screen per role; only the code of the person's role is loaded. */
function byRole(screens: Partial<Record<Role, RouteComponent>>): RouteComponent {
  const own = () => screens[readSession()?.user.role ?? 'student']
  const show = () => {
    const Own = own()
    return Own ? <Own /> : null
  }
  return Object.assign(show, { preload: () => own()?.preload?.() })
}

const index = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: home, replace: true })
  },
})
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: UnknownPage })

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: byRole({
    master_admin: lazyRouteComponent(
      () => import('#client/features/dashboards/screens/master-dashboard-screen.tsx'),
      'MasterDashboardScreen',
    ),
    college_admin: lazyRouteComponent(
      () => import('#client/features/dashboards/screens/college-dashboard-screen.tsx'),
      'CollegeDashboardScreen',
    ),
    faculty: lazyRouteComponent(
      () => import('#client/features/dashboards/screens/faculty-dashboard-screen.tsx'),
      'FacultyDashboardScreen',
    ),
    // In the main bundle: hundreds of phones open it in the same minute, and this saves each of them a request.
    student: StudentDashboardScreen,
  }),
})

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('#client/features/auth/screens/profile-screen.tsx'), 'ProfileScreen'),
})

const tests = createRoute({
  getParentRoute: () => shell,
  path: '/tests',
  staticData: only('master_admin', 'college_admin', 'faculty'),
  validateSearch: listSearch('type', 'subject', 'difficulty', 'sort', 'status', 'timing', 'limit'),
  component: byRole({
    master_admin: lazyRouteComponent(() => import('#client/features/tests/screens/tests-screen.tsx'), 'TestsScreen'),
    college_admin: lazyRouteComponent(
      () => import('#client/features/assignments/screens/assigned-tests-screen.tsx'),
      'CollegeTestsScreen',
    ),
    faculty: lazyRouteComponent(
      () => import('#client/features/assignments/screens/faculty-tests-screen.tsx'),
      'FacultyTestsScreen',
    ),
  }),
})

const receipts = createRoute({
  getParentRoute: () => shell,
  path: '/tests/receipts',
  staticData: only('college_admin', 'faculty'),
  validateSearch: listSearch('code'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/receipt-screen.tsx'),
    'ReceiptScreen',
  ),
})

const plagiarism = createRoute({
  getParentRoute: () => shell,
  path: '/tests/$testId/plagiarism',
  staticData: only('college_admin', 'faculty'),
  validateSearch: listSearch('question'),
  component: lazyRouteComponent(
    () => import('#client/features/coding/screens/plagiarism-screen.tsx'),
    'PlagiarismScreen',
  ),
})

const liveTests = createRoute({
  getParentRoute: () => shell,
  path: '/live-board',
  staticData: only('college_admin', 'faculty'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/live-tests-screen.tsx'),
    'LiveTestsScreen',
  ),
})

const liveBoard = createRoute({
  getParentRoute: () => shell,
  path: '/live-board/$assignmentId',
  staticData: only('college_admin', 'faculty'),
  validateSearch: listSearch('status', 'batch', 'branch', 'section', 'sort', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/live-board-screen.tsx'),
    'LiveBoardScreen',
  ),
})

const student = createRoute({
  getParentRoute: () => shell,
  path: '/students/$studentId',
  staticData: only('college_admin', 'faculty'),
  validateSearch: listSearch('type', 'subject', 'sort', 'limit'),
  component: lazyRouteComponent(() => import('#client/features/reports/screens/student-screen.tsx'), 'StudentScreen'),
})

const studentAttempt = createRoute({
  getParentRoute: () => shell,
  path: '/students/$studentId/attempts/$attemptId',
  staticData: only('college_admin', 'faculty'),
  component: lazyRouteComponent(
    () => import('#client/features/reports/screens/student-attempt-screen.tsx'),
    'StudentAttemptScreen',
  ),
})

const examManagement = createRoute({
  getParentRoute: () => shell,
  path: '/exam-management',
  validateSearch: listSearch('type', 'subject', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/tests/screens/exam-management-screen.tsx'),
    'ExamManagementScreen',
  ),
})

const performanceReport = lazyRouteComponent(
  () => import('#client/features/reports/screens/performance-report-screen.tsx'),
  'PerformanceReportScreen',
)
const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  staticData: only('college_admin', 'faculty', 'student'),
  validateSearch: listSearch('type', 'subject', 'sort', 'limit', 'report', 'attempt', 'batch', 'branch', 'section'),
  component: byRole({
    college_admin: performanceReport,
    faculty: performanceReport,
    student: lazyRouteComponent(
      () => import('#client/features/reports/screens/my-reports-screen.tsx'),
      'MyReportsScreen',
    ),
  }),
})

const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  staticData: only('master_admin', 'college_admin'),
  validateSearch: listSearch('action', 'subject', 'college', 'from', 'to', 'limit'),
  component: lazyRouteComponent(() => import('#client/features/audit/screens/audit-screen.tsx'), 'AuditScreen'),
})

const integrations = createRoute({
  getParentRoute: () => shell,
  path: '/integrations',
  staticData: only('master_admin', 'college_admin'),
  validateSearch: listSearch('view'),
  component: lazyRouteComponent(
    () => import('#client/features/integrations/screens/integrations-screen.tsx'),
    'IntegrationsScreen',
  ),
})

/** Paths shared by several roles, with the same or different screens. */
export const everyonesRoutes = [
  index,
  unknown,
  dashboard,
  profile,
  tests,
  receipts,
  plagiarism,
  liveTests,
  liveBoard,
  student,
  studentAttempt,
  examManagement,
  reports,
  integrations,
  audit,
] as const
