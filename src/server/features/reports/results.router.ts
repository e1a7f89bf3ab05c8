import { router } from '#server/trpc/init.ts'
import { collegeStaff, faculty } from '#server/trpc/procedures.ts'
import {
  resultFilter,
  resultReports,
  resultRows,
  resultRowsQuery,
  resultSummary,
  resultsQuery,
} from '#shared/reports/results.schema.ts'
import { findResults, getResultSummary, listResults } from './results.ts'

/** Results of a college's students by attempt. */
export const resultsRouter = router({
  all: faculty
    .meta({ rest: 'GET /tests/faculty/student-reports', summary: "List the college's results, newest first" })
    .input(resultsQuery)
    .output(resultReports)
    .query(({ ctx, input }) => listResults(ctx.app, ctx.scope, input)),
  list: collegeStaff
    .meta({ summary: "List a page of the college's results" })
    .input(resultRowsQuery)
    .output(resultRows)
    .query(({ ctx, input }) => findResults(ctx.app, ctx.scope, input)),
  summary: collegeStaff
    .meta({ summary: 'Summarise the matching results' })
    .input(resultFilter)
    .output(resultSummary)
    .query(({ ctx, input }) => getResultSummary(ctx.app, ctx.scope, input)),
})
