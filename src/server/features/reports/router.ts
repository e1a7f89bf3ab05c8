import { router } from '#server/trpc/init.ts'
import { studentReportsRouter } from './student/router.ts'
import { testReportsRouter } from './tests/router.ts'

export const reportsRouter = router({
  student: studentReportsRouter,
  tests: testReportsRouter,
})
