import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

const staticData = only('master_admin')

const testForm = lazyRouteComponent(
  () => import('#client/features/tests/screens/test-form-screen.tsx'),
  'TestFormScreen',
)
const newTest = createRoute({
  getParentRoute: () => shell,
  path: '/tests/new',
  staticData,
  validateSearch: listSearch('type'),
  component: testForm,
})
const editTest = createRoute({
  getParentRoute: () => shell,
  path: '/tests/$testId/edit',
  staticData,
  component: testForm,
})

const testReport = createRoute({
  getParentRoute: () => shell,
  path: '/tests/$testId/report',
  staticData,
  validateSearch: listSearch('sort', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/reports/screens/master-test-report-screen.tsx'),
    'MasterTestReportScreen',
  ),
})

const colleges = createRoute({
  getParentRoute: () => shell,
  path: '/colleges',
  staticData,
  validateSearch: listSearch('status', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/colleges/screens/colleges-screen.tsx'),
    'CollegesScreen',
  ),
})

const collegeManagement = createRoute({
  getParentRoute: () => shell,
  path: '/college-management',
  staticData,
  validateSearch: listSearch('status', 'limit'),
  component: lazyRouteComponent(
    () => import('#client/features/colleges/screens/college-management-screen.tsx'),
    'CollegeManagementScreen',
  ),
})

const collegeDetail = createRoute({
  getParentRoute: () => shell,
  path: '/college-management/$collegeId',
  staticData,
  validateSearch: listSearch('tab', 'status'),
  component: lazyRouteComponent(
    () => import('#client/features/colleges/screens/college-detail-screen.tsx'),
    'CollegeDetailScreen',
  ),
})

const stats = createRoute({
  getParentRoute: () => shell,
  path: '/stats',
  staticData,
  component: lazyRouteComponent(() => import('#client/features/colleges/screens/stats-screen.tsx'), 'StatsScreen'),
})

const codingQuestions = createRoute({
  getParentRoute: () => shell,
  path: '/coding-questions',
  staticData,
  validateSearch: listSearch('difficulty', 'limit'),
  component: lazyRouteComponent(() => import('#client/features/coding/screens/bank-screen.tsx'), 'BankScreen'),
})

const questionForm = lazyRouteComponent(
  () => import('#client/features/coding/screens/question-form-screen.tsx'),
  'QuestionFormScreen',
)
const newQuestion = createRoute({
  getParentRoute: () => shell,
  path: '/coding-questions/new',
  staticData,
  component: questionForm,
})
const editQuestion = createRoute({
  getParentRoute: () => shell,
  path: '/coding-questions/$questionId/edit',
  staticData,
  component: questionForm,
})

/** Routes for the master admin only. */
export const masterAdminRoutes = [
  newTest,
  editTest,
  testReport,
  colleges,
  collegeManagement,
  collegeDetail,
  stats,
  codingQuestions,
  newQuestion,
  editQuestion,
] as const
