import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

const beforeLoad = only('student')

const myTests = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests',
  beforeLoad,
  validateSearch: listSearch('type', 'subject', 'status', 'sort'),
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/my-tests-screen.tsx'),
    'MyTestsScreen',
  ),
})

const exam = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests/$testId/take',
  beforeLoad,
  component: lazyRouteComponent(() => import('#client/features/attempts/screens/exam-screen.tsx'), 'ExamScreen'),
})

const report = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests/$testId/report',
  beforeLoad,
  component: lazyRouteComponent(() => import('#client/features/attempts/screens/report-screen.tsx'), 'ReportScreen'),
})

/** Whether a path is the exam room's. */
export const isExamPath = (pathname: string) => /^\/my-tests\/[^/]+\/take\/?$/.test(pathname)

/** Students alone. */
export const studentRoutes = [myTests, exam, report] as const
