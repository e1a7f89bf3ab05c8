import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

const staticData = only('faculty')

const testReports = createRoute({
  getParentRoute: () => shell,
  path: '/test-reports',
  staticData,
  validateSearch: listSearch('type', 'subject', 'sort', 'limit', 'report'),
  component: lazyRouteComponent(
    () => import('#client/features/reports/screens/test-reports-screen.tsx'),
    'TestReportsScreen',
  ),
})

const studentReports = createRoute({
  getParentRoute: () => shell,
  path: '/student-reports',
  staticData,
  validateSearch: listSearch('batch', 'branch', 'section', 'type', 'subject', 'sort', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/reports/screens/student-results-screen.tsx'),
    'StudentResultsScreen',
  ),
})

/** Routes for faculty only. */
export const facultyRoutes = [testReports, studentReports] as const
