import { downloadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { collegeAdmin, collegeStaff, faculty, masterAdmin, ownerOfCollege, staff } from '#server/trpc/procedures.ts'
import {
  analyticsOverview,
  analyticsQuery,
  collegePerformance,
  collegePerformanceQuery,
  masterOverview,
  performanceExportQuery,
  performanceFilter,
  performanceQuery,
  performanceReport,
  performanceRows,
  performanceRowsQuery,
  performanceSummary,
  performanceTrend,
} from '#shared/reports/performance.schema.ts'
import { getCollege } from '../../colleges/colleges.ts'
import { exportPerformance } from '../reports.exports.ts'
import { getPerformanceTrend } from './filtered.ts'
import {
  findPerformanceRows,
  getAnalytics,
  getCollegePerformance,
  getMasterOverview,
  getPerformanceReport,
  getPerformanceSummary,
} from './performance.ts'

const narrowed = 'Get student performance by batch, branch and section'

/** Student performance in a college or on the whole platform. */
export const performanceRouter = router({
  master: masterAdmin
    .meta({ rest: 'GET /reports/master/overview', summary: 'Get the performance of all students' })
    .input(performanceQuery)
    .output(masterOverview)
    .query(({ ctx, input }) => getMasterOverview(ctx.app, input)),
  ofCollege: ownerOfCollege(getCollege)
    .meta({ summary: "Get the performance of one college's students" })
    .input(collegePerformanceQuery)
    .output(collegePerformance)
    .query(({ ctx, input }) => getCollegePerformance(ctx.app, ctx.scope, input.timeZone)),
  collegeOverview: collegeAdmin
    .meta({ rest: 'GET /reports/college/overview', summary: "Get the performance of the college's students" })
    .input(performanceQuery)
    .output(performanceReport)
    .query(({ ctx, input }) => getPerformanceReport(ctx.app, ctx.scope, input)),
  facultyOverview: faculty
    .meta({ rest: 'GET /reports/faculty/overview', summary: "Get the performance of the college's students" })
    .input(performanceQuery)
    .output(performanceReport)
    .query(({ ctx, input }) => getPerformanceReport(ctx.app, ctx.scope, input)),
  college: collegeAdmin
    .meta({ rest: 'GET /reports/college/hierarchical', summary: narrowed })
    .input(performanceQuery)
    .output(performanceReport)
    .query(({ ctx, input }) => getPerformanceReport(ctx.app, ctx.scope, input)),
  faculty: faculty
    .meta({ rest: 'GET /reports/faculty/hierarchical', summary: narrowed })
    .input(performanceQuery)
    .output(performanceReport)
    .query(({ ctx, input }) => getPerformanceReport(ctx.app, ctx.scope, input)),
  analytics: faculty
    .meta({ rest: 'GET /faculty/analytics/overview', summary: "Get totals of the college's recent test submissions" })
    .input(analyticsQuery)
    .output(analyticsOverview)
    .query(({ ctx, input }) => getAnalytics(ctx.app, ctx.scope, input)),
  export: staff
    .meta({
      rest: 'GET /reports/performance/export',
      summary: 'Export student performance: of the college, or of all colleges for the master admin',
    })
    .input(performanceExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportPerformance(ctx.app, ctx.reach, input)),
  summary: collegeStaff
    .meta({ summary: 'Get filtered performance statistics and the latest attempts' })
    .input(performanceFilter)
    .output(performanceSummary)
    .query(({ ctx, input }) => getPerformanceSummary(ctx.app, ctx.scope, input)),
  trend: collegeStaff
    .meta({ summary: 'Get the average score over time for filtered groups' })
    .input(performanceFilter)
    .output(performanceTrend)
    .query(({ ctx, input }) => getPerformanceTrend(ctx.app, ctx.scope, input)),
  rows: collegeStaff
    .meta({ summary: 'List a page of the students with attempts' })
    .input(performanceRowsQuery)
    .output(performanceRows)
    .query(({ ctx, input }) => findPerformanceRows(ctx.app, ctx.scope, input)),
})
