import { createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { StudentDashboardScreen } from '#client/features/dashboards/screens/student-dashboard-screen.tsx'
import { UnknownPage } from './access.tsx'
import { byRole, page, screen, shell } from './frame.tsx'
import { admins, home, markers, master, staff, student } from './tabs.ts'

const members = () => import('#client/features/members/screens/members-screens.tsx')
const memberSearch = ['batch', 'branch', 'section', 'status', 'login', 'sort', 'limit', 'upload', 'add'] as const

const testForm = lazy(() => import('#client/features/tests/screens/test-form-screen.tsx'), 'TestFormScreen')
const questionForm = lazy(
  () => import('#client/features/coding/screens/question-form-screen.tsx'),
  'QuestionFormScreen',
)
const performanceReport = lazy(
  () => import('#client/features/reports/screens/performance-report-screen.tsx'),
  'PerformanceReportScreen',
)

const bankQuestion = lazy(() => import('#client/features/bank/screens/bank-question-screen.tsx'), 'BankQuestionScreen')

// The URLs of a test and its result keep the list's filters, so Back returns to the same list.
const myTestsSearch = ['type', 'subject', 'status', 'limit'] as const
// A problem's URL also keeps the list's filters.
const practiceSearch = ['difficulty', 'status', 'limit'] as const

const index = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: home, replace: true })
  },
})
const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: UnknownPage })

export const isExamPath = (pathname: string) => /^\/my-tests\/[^/]+\/take\/?$/.test(pathname)

/** Every route that requires sign-in. The screen at a tab's path takes its roles from the tab. */
export const screens = [
  index,
  unknown,
  screen(
    '/dashboard',
    byRole({
      master_admin: lazy(
        () => import('#client/features/dashboards/screens/master-dashboard-screen.tsx'),
        'MasterDashboardScreen',
      ),
      college_admin: lazy(
        () => import('#client/features/dashboards/screens/college-dashboard-screen.tsx'),
        'CollegeDashboardScreen',
      ),
      faculty: lazy(
        () => import('#client/features/dashboards/screens/faculty-dashboard-screen.tsx'),
        'FacultyDashboardScreen',
      ),
      // In the main bundle to save each phone a request: hundreds of students open it in the same minute.
      student: StudentDashboardScreen,
    }),
  ),
  page('/profile', () => import('#client/features/auth/screens/profile-screen.tsx'), 'ProfileScreen'),

  page('/colleges', () => import('#client/features/colleges/screens/colleges-screens.tsx'), 'CollegesScreen', {
    search: ['status', 'limit'],
  }),
  page(
    '/college-management',
    () => import('#client/features/colleges/screens/colleges-screens.tsx'),
    'CollegeManagementScreen',
    { search: ['status', 'limit'] },
  ),
  page(
    '/college-management/$collegeId',
    () => import('#client/features/colleges/screens/college-detail-screen.tsx'),
    'CollegeDetailScreen',
    { roles: master, search: ['tab', 'status'] },
  ),
  page('/stats', () => import('#client/features/colleges/screens/stats-screen.tsx'), 'StatsScreen'),

  page('/faculty', members, 'FacultyScreen', { search: memberSearch }),
  page('/students', members, 'StudentsScreen', { search: memberSearch }),
  page('/student-hierarchy', () => import('#client/features/members/screens/hierarchy-screen.tsx'), 'HierarchyScreen'),
  page('/students/$studentId', () => import('#client/features/reports/screens/student-screen.tsx'), 'StudentScreen', {
    roles: staff,
    search: ['type', 'subject', 'sort', 'limit'],
  }),
  page(
    '/students/$studentId/attempts/$attemptId',
    () => import('#client/features/reports/screens/student-attempt-screen.tsx'),
    'StudentAttemptScreen',
    { roles: staff },
  ),
  page(
    '/attempts/$attemptId/paper',
    () => import('#client/features/attempts/screens/printed-paper-screen.tsx'),
    'PrintedPaperScreen',
  ),

  screen(
    '/tests',
    byRole({
      master_admin: lazy(() => import('#client/features/tests/screens/tests-screen.tsx'), 'TestsScreen'),
      college_admin: lazy(
        () => import('#client/features/assignments/screens/assigned-tests-screen.tsx'),
        'CollegeTestsScreen',
      ),
      faculty: lazy(
        () => import('#client/features/assignments/screens/faculty-tests-screen.tsx'),
        'FacultyTestsScreen',
      ),
    }),
    { search: ['type', 'subject', 'difficulty', 'sort', 'status', 'timing', 'limit'] },
  ),
  screen('/tests/new', testForm, { roles: admins, search: ['type'] }),
  screen('/tests/$testId/edit', testForm, { roles: admins, search: ['question'] }),
  page(
    '/tests/$testId/paper',
    () => import('#client/features/tests/screens/printed-test-screen.tsx'),
    'PrintedTestScreen',
    {
      roles: admins,
    },
  ),
  page(
    '/tests/$testId/report',
    () => import('#client/features/reports/screens/master-test-report-screen.tsx'),
    'MasterTestReportScreen',
    { roles: master, search: ['sort', 'limit'] },
  ),
  page(
    '/tests/$testId/plagiarism',
    () => import('#client/features/coding/screens/plagiarism-screen.tsx'),
    'PlagiarismScreen',
    { roles: staff, search: ['question'] },
  ),
  page(
    '/tests/$testId/journals',
    () => import('#client/features/journals/screens/journals-screen.tsx'),
    'JournalsScreen',
    { roles: markers, search: ['question', 'sort', 'limit'] },
  ),
  page(
    '/attempts/$attemptId/journal',
    () => import('#client/features/journals/screens/journal-screen.tsx'),
    'JournalScreen',
    { roles: markers, search: ['question'] },
  ),
  page('/tests/receipts', () => import('#client/features/assignments/screens/receipt-screen.tsx'), 'ReceiptScreen', {
    roles: staff,
    search: ['code'],
  }),
  page(
    '/exam-management',
    () => import('#client/features/tests/screens/exam-management-screen.tsx'),
    'ExamManagementScreen',
    { search: ['type', 'subject', 'limit'] },
  ),
  page(
    '/assigned-tests',
    () => import('#client/features/assignments/screens/assigned-tests-screen.tsx'),
    'AssignedTestsScreen',
    { search: ['type', 'subject', 'status', 'timing', 'sort', 'limit'] },
  ),
  page(
    '/assigned-tests/$testId/report',
    () => import('#client/features/reports/screens/college-test-report-screen.tsx'),
    'CollegeTestReportScreen',
    { roles: ['college_admin'] },
  ),
  page('/live-board', () => import('#client/features/assignments/screens/live-tests-screen.tsx'), 'LiveTestsScreen'),
  page(
    '/live-board/$assignmentId',
    () => import('#client/features/assignments/screens/live-board-screen.tsx'),
    'LiveBoardScreen',
    { roles: staff, search: ['status', 'batch', 'branch', 'section', 'sort', 'limit'] },
  ),

  page('/marking', () => import('#client/features/marking/screens/marking-screen.tsx'), 'MarkingScreen'),
  page(
    '/marking/$testId',
    () => import('#client/features/marking/screens/test-marking-screen.tsx'),
    'TestMarkingScreen',
    { roles: markers },
  ),
  page(
    '/marking/$testId/objections',
    () => import('#client/features/marking/screens/objections-screen.tsx'),
    'ObjectionsScreen',
    { roles: markers },
  ),
  page(
    '/marking/$testId/objections/$questionId',
    () => import('#client/features/marking/screens/question-objections-screen.tsx'),
    'QuestionObjectionsScreen',
    { roles: markers, search: ['status', 'limit'] },
  ),
  page(
    '/marking/$testId/$questionId',
    () => import('#client/features/marking/screens/marking-queue-screen.tsx'),
    'MarkingQueueScreen',
    { roles: markers, search: ['status'] },
  ),

  page('/my-tests', () => import('#client/features/assignments/screens/my-tests-screen.tsx'), 'MyTestsScreen', {
    search: myTestsSearch,
  }),
  page('/my-tests/$testId/take', () => import('#client/features/attempts/screens/exam-screen.tsx'), 'ExamScreen', {
    roles: student,
    search: myTestsSearch,
  }),
  page(
    '/my-tests/$testId/report',
    () => import('#client/features/attempts/screens/report-screen.tsx'),
    'ReportScreen',
    { roles: student, search: [...myTestsSearch, 'attempt'] },
  ),

  page('/bank', () => import('#client/features/bank/screens/bank-list-screen.tsx'), 'BankListScreen', {
    search: ['type', 'subject', 'difficulty', 'topic', 'archived', 'sort', 'limit'],
  }),
  screen('/bank/new', bankQuestion, { roles: admins }),
  page('/bank/import', () => import('#client/features/bank/screens/import-screen.tsx'), 'ImportScreen', {
    roles: admins,
    search: ['limit'],
  }),
  page(
    '/bank/import/$importId',
    () => import('#client/features/bank/screens/import-diagnosis-screen.tsx'),
    'ImportDiagnosisScreen',
    { roles: admins, search: ['show', 'limit'] },
  ),
  screen('/bank/$questionId', bankQuestion, { roles: admins }),
  page('/coding-questions', () => import('#client/features/coding/screens/bank-screen.tsx'), 'BankScreen', {
    search: ['difficulty', 'archived', 'practice', 'limit'],
  }),
  screen('/coding-questions/new', questionForm, { roles: master }),
  screen('/coding-questions/$questionId/edit', questionForm, { roles: master }),
  page('/practice-coding', () => import('#client/features/coding/screens/practice-screen.tsx'), 'PracticeScreen', {
    search: practiceSearch,
  }),
  page(
    '/practice-coding/$questionId',
    () => import('#client/features/coding/screens/problem-screen.tsx'),
    'ProblemScreen',
    { roles: student, search: practiceSearch },
  ),

  screen(
    '/reports',
    byRole({
      college_admin: performanceReport,
      faculty: performanceReport,
      student: lazy(() => import('#client/features/reports/screens/my-reports-screen.tsx'), 'MyReportsScreen'),
    }),
    { search: ['type', 'subject', 'sort', 'limit', 'report', 'attempt', 'batch', 'branch', 'section'] },
  ),
  page('/performance', () => import('#client/features/reports/screens/performance-screen.tsx'), 'PerformanceScreen'),
  page('/test-reports', () => import('#client/features/reports/screens/test-reports-screen.tsx'), 'TestReportsScreen', {
    search: ['type', 'subject', 'sort', 'limit', 'report'],
  }),
  page(
    '/student-reports',
    () => import('#client/features/reports/screens/student-results-screen.tsx'),
    'StudentResultsScreen',
    { search: ['batch', 'branch', 'section', 'type', 'subject', 'sort', 'limit'] },
  ),

  page(
    '/notifications',
    () => import('#client/features/notifications/screens/notifications-screen.tsx'),
    'NotificationsScreen',
    { search: ['view', 'open', 'filter', 'type', 'priority', 'sender', 'target', 'status', 'limit'] },
  ),
  page(
    '/create-notification',
    () => import('#client/features/notifications/screens/create-notification-screen.tsx'),
    'CreateNotificationScreen',
    { search: ['edit', 'to'] },
  ),
  page(
    '/notification-analytics',
    () => import('#client/features/notifications/screens/notification-analytics-screen.tsx'),
    'NotificationAnalyticsScreen',
    { search: ['from', 'to', 'view', 'limit'] },
  ),

  page('/audit-log', () => import('#client/features/audit/audit-screen.tsx'), 'AuditScreen', {
    search: ['action', 'subject', 'college', 'from', 'to', 'limit'],
  }),
  page('/judge-workers', () => import('#client/features/judge-workers/judge-workers-screen.tsx'), 'JudgeWorkersScreen'),
  page('/integrations', () => import('#client/features/integrations/integrations-screen.tsx'), 'IntegrationsScreen', {
    search: ['view'],
  }),
] as const
