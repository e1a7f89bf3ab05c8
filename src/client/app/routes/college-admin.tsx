import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

const staticData = only('college_admin')
const members = () => import('#client/features/members/screens/members-screens.tsx')
const memberSearch = listSearch('batch', 'branch', 'section', 'status', 'login', 'sort', 'limit', 'upload', 'add')

const faculty = createRoute({
  getParentRoute: () => shell,
  path: '/faculty',
  staticData,
  validateSearch: memberSearch,
  component: lazyRouteComponent(members, 'FacultyScreen'),
})

const students = createRoute({
  getParentRoute: () => shell,
  path: '/students',
  staticData,
  validateSearch: memberSearch,
  component: lazyRouteComponent(members, 'StudentsScreen'),
})

const hierarchy = createRoute({
  getParentRoute: () => shell,
  path: '/student-hierarchy',
  staticData,
  component: lazyRouteComponent(
    () => import('#client/features/members/screens/hierarchy-screen.tsx'),
    'HierarchyScreen',
  ),
})

const assignedTests = createRoute({
  getParentRoute: () => shell,
  path: '/assigned-tests',
  staticData,
  validateSearch: listSearch('type', 'subject', 'status', 'timing', 'sort', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/assigned-tests-screen.tsx'),
    'AssignedTestsScreen',
  ),
})

const testReport = createRoute({
  getParentRoute: () => shell,
  path: '/assigned-tests/$testId/report',
  staticData,
  component: lazyRouteComponent(
    () => import('#client/features/reports/screens/college-test-report-screen.tsx'),
    'CollegeTestReportScreen',
  ),
})

/** Routes for college admins only. */
export const collegeAdminRoutes = [faculty, students, hierarchy, assignedTests, testReport] as const
