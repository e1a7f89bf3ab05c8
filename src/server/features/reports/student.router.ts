import { router } from '#server/trpc/init.ts'
import { student } from '#server/trpc/procedures.ts'
import { ownPerformance, ownReports, ownReportsQuery } from '#shared/reports/student.schema.ts'
import { findOwnReports, getOwnPerformance } from './student.ts'

/** A student's reports on their own attempts. */
export const studentReportsRouter = router({
  list: student
    .meta({
      rest: 'GET /tests/student/reports',
      summary: 'List the student’s submitted tests, with a summary of those matching the filter',
    })
    .input(ownReportsQuery)
    .output(ownReports)
    .query(({ ctx, input }) => findOwnReports(ctx.app, ctx.scope, input, 'student')),
  performance: student
    .meta({
      rest: 'GET /reports/student/performance',
      summary: 'Summarise the student’s submitted tests and score trend',
    })
    .output(ownPerformance)
    .query(({ ctx }) => getOwnPerformance(ctx.app, ctx.scope, 'student')),
})
