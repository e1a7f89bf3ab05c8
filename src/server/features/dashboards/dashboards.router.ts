import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { administrator, collegeAdmin, inOwnCollege, masterAdmin } from '#server/trpc/procedures.ts'
import { collegeChanges, collegeDashboard, collegeHome, firstSteps } from '#shared/dashboards/dashboards.schema.ts'
import { serverHealth } from '#shared/dashboards/health.schema.ts'
import { platformCharts, platformDashboard, zoned } from '#shared/dashboards/platform.schema.ts'
import { exportQuery } from '#shared/exports.ts'
import { getCollegeChanges, getCollegeDashboard, getCollegeHome, getFirstSteps } from './dashboards.ts'
import { getServerHealth } from './operations.ts'
import { exportPlatformDashboard, getPlatformCharts, getPlatformDashboard } from './platform.ts'

export const dashboardsRouter = router({
  platform: masterAdmin
    .meta({ rest: { method: 'GET', path: '/analytics/dashboard' }, summary: 'The platform at a glance' })
    .input(zoned)
    .output(platformDashboard)
    .query(({ ctx, input }) => getPlatformDashboard(ctx.app, input.timeZone)),
  exportPlatform: masterAdmin
    .meta({
      rest: { method: 'GET', path: '/analytics/dashboard/export' },
      summary: 'Overview, growth and recent activity as a file',
    })
    .input(exportQuery)
    .output(z.instanceof(Response))
    .query(({ ctx, input }) => exportPlatformDashboard(ctx.app, input.timeZone, input.format)),
  charts: masterAdmin
    .meta({ summary: "What the platform dashboard's charts draw" })
    .input(zoned)
    .output(platformCharts)
    .query(({ ctx, input }) => getPlatformCharts(ctx.app, input.timeZone)),
  health: masterAdmin
    .meta({ summary: 'How the server is' })
    .output(serverHealth)
    .query(({ ctx }) => getServerHealth(ctx.app)),
  firstSteps: administrator
    .meta({ summary: 'The first steps of a new college or platform, and which are done' })
    .output(firstSteps)
    .query(({ ctx }) => getFirstSteps(ctx.app, ctx.reach)),
  collegeChanges: collegeAdmin
    .meta({ summary: 'What changed in the college in the last 30 days' })
    .output(collegeChanges)
    .query(({ ctx }) => getCollegeChanges(ctx.app, ctx.scope)),
  collegeAdmin: collegeAdmin
    .meta({ rest: { method: 'GET', path: '/analytics/college-dashboard' }, summary: "The college's totals" })
    .output(collegeDashboard)
    .query(({ ctx }) => getCollegeDashboard(ctx.app, ctx.scope)),
  college: inOwnCollege
    .meta({
      rest: { method: 'GET', path: '/college/dashboard' },
      summary:
        "College admin: the college's totals and newest people. Faculty and students: the college and colleagues",
    })
    .output(collegeHome)
    .query(({ ctx }) => getCollegeHome(ctx.app, ctx.scope, ctx.actor)),
})
