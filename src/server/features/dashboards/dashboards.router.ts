import { downloadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { administrator, collegeAdmin, inOwnCollege, masterAdmin } from '#server/trpc/procedures.ts'
import { collegeChanges, collegeDashboard, collegeHome, firstSteps } from '#shared/dashboards/dashboards.schema.ts'
import { serverHealth } from '#shared/dashboards/health.schema.ts'
import { platformCharts, platformDashboard, zoned } from '#shared/dashboards/platform.schema.ts'
import { exportQuery } from '#shared/exports.ts'
import { getCollegeChanges, getCollegeDashboard, getCollegeHome, getFirstSteps, getServerHealth } from './dashboards.ts'
import { exportPlatformDashboard, getPlatformCharts, getPlatformDashboard } from './platform.ts'

export const dashboardsRouter = router({
  platform: masterAdmin
    .meta({ rest: 'GET /analytics/dashboard', summary: 'Get the platform dashboard' })
    .input(zoned)
    .output(platformDashboard)
    .query(({ ctx, input }) => getPlatformDashboard(ctx.app, input.timeZone)),
  exportPlatform: masterAdmin
    .meta({ rest: 'GET /analytics/dashboard/export', summary: 'Export overview, growth and recent activity' })
    .input(exportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportPlatformDashboard(ctx.app, input.timeZone, input.format)),
  charts: masterAdmin
    .meta({ summary: "Get the platform dashboard's chart data" })
    .input(zoned)
    .output(platformCharts)
    .query(({ ctx, input }) => getPlatformCharts(ctx.app, input.timeZone)),
  health: masterAdmin
    .meta({ summary: "Get the server's health" })
    .output(serverHealth)
    .query(({ ctx }) => getServerHealth(ctx.app)),
  firstSteps: administrator
    .meta({ summary: 'Get the setup checklist of a new college or platform' })
    .output(firstSteps)
    .query(({ ctx }) => getFirstSteps(ctx.app, ctx.reach)),
  collegeChanges: collegeAdmin
    .meta({ summary: "Get the college's changes over the last 30 days" })
    .output(collegeChanges)
    .query(({ ctx }) => getCollegeChanges(ctx.app, ctx.scope)),
  collegeAdmin: collegeAdmin
    .meta({ rest: 'GET /analytics/college-dashboard', summary: "Get the college's totals" })
    .output(collegeDashboard)
    .query(({ ctx }) => getCollegeDashboard(ctx.app, ctx.scope)),
  college: inOwnCollege
    .meta({
      rest: 'GET /college/dashboard',
      summary:
        "Get the dashboard: the college's totals and newest people (college admin), or the college and colleagues (faculty, students)",
    })
    .output(collegeHome)
    .query(({ ctx }) => getCollegeHome(ctx.app, ctx.scope, ctx.actor)),
})
