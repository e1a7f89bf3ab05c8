import { router } from '#server/trpc/init.ts'
import { itemsRouter } from './items/router.ts'
import { performanceRouter } from './performance/router.ts'
import { resultsRouter } from './results/router.ts'
import { studentReportsRouter } from './student/router.ts'
import { studentsRouter } from './students/router.ts'
import { testReportsRouter } from './tests/router.ts'

export const reportsRouter = router({
  items: itemsRouter,
  student: studentReportsRouter,
  students: studentsRouter,
  tests: testReportsRouter,
  performance: performanceRouter,
  results: resultsRouter,
})
