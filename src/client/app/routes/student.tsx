import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './frame.tsx'
import { listSearch, only } from './rules.ts'

const staticData = only('student')

// A test and its result keep the list's filters, so that Back returns to the same tests. Problems below do the same.
const myTestsKeys = ['type', 'subject', 'status', 'limit'] as const
const myTestsSearch = listSearch(...myTestsKeys)

const myTests = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests',
  staticData,
  validateSearch: myTestsSearch,
  component: lazyRouteComponent(
    () => import('#client/features/assignments/screens/my-tests-screen.tsx'),
    'MyTestsScreen',
  ),
})

const exam = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests/$testId/take',
  staticData,
  validateSearch: myTestsSearch,
  component: lazyRouteComponent(() => import('#client/features/attempts/screens/exam-screen.tsx'), 'ExamScreen'),
})

const report = createRoute({
  getParentRoute: () => shell,
  path: '/my-tests/$testId/report',
  staticData,
  validateSearch: listSearch(...myTestsKeys, 'attempt'),
  component: lazyRouteComponent(() => import('#client/features/attempts/screens/report-screen.tsx'), 'ReportScreen'),
})

// A problem keeps the list's filters, so that Back returns to the same list.
const practiceSearch = listSearch('difficulty', 'status', 'limit')

const practice = createRoute({
  getParentRoute: () => shell,
  path: '/practice-coding',
  staticData,
  validateSearch: practiceSearch,
  component: lazyRouteComponent(() => import('#client/features/coding/screens/practice-screen.tsx'), 'PracticeScreen'),
})

const problem = createRoute({
  getParentRoute: () => shell,
  path: '/practice-coding/$questionId',
  staticData,
  validateSearch: practiceSearch,
  component: lazyRouteComponent(() => import('#client/features/coding/screens/problem-screen.tsx'), 'ProblemScreen'),
})

const performance = createRoute({
  getParentRoute: () => shell,
  path: '/performance',
  staticData,
  component: lazyRouteComponent(
    () => import('#client/features/reports/screens/performance-screen.tsx'),
    'PerformanceScreen',
  ),
})

/** True if a path belongs to the exam room. */
export const isExamPath = (pathname: string) => /^\/my-tests\/[^/]+\/take\/?$/.test(pathname)

/** Routes for students only. */
export const studentRoutes = [myTests, exam, report, practice, problem, performance] as const
