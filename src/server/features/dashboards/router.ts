import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { collegeAdmin, inOwnCollege, masterAdmin } from '#server/trpc/procedures.ts'
import { serverHealth } from '#shared/dashboards/health/schema.ts'
import { platformCharts, platformDashboard, zoned } from '#shared/dashboards/platform/schema.ts'
import { collegeDashboard, collegeHome } from '#shared/dashboards/schema.ts'
import { exportQuery } from '#shared/exports.ts'
import { getServerHealth } from './operations/service.ts'
import { exportPlatformDashboard, getPlatformCharts, getPlatformDashboard } from './platform/service.ts'
import { getCollegeDashboard, getCollegeHome } from './service.ts'

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
