import { router } from '#server/trpc/init.ts'
import { itemsRouter } from './items/items.router.ts'
import { performanceRouter } from './performance/performance.router.ts'
import { resultsRouter } from './results.router.ts'
import { studentReportsRouter } from './student.router.ts'
import { studentsRouter } from './students/students.router.ts'
import { testReportsRouter } from './tests/tests.router.ts'

export const reportsRouter = router({
  items: itemsRouter,
  student: studentReportsRouter,
  students: studentsRouter,
  tests: testReportsRouter,
  performance: performanceRouter,
  results: resultsRouter,
})
