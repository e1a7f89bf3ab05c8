import { downloadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import { analyticsExportQuery, analyticsQuery, analyticsReport } from '#shared/notifications/analytics.schema.ts'
import { exportAnalytics, getAnalytics } from './analytics.ts'

export const analyticsRouter = router({
  report: masterAdmin
    .meta({
      rest: 'GET /notifications/analytics/report',
      summary: 'Get notification analytics for a period: totals, by day and by notification',
    })
    .input(analyticsQuery)
    .output(analyticsReport)
    .query(({ ctx, input }) => getAnalytics(ctx.app, input)),
  export: masterAdmin
    .meta({ rest: 'GET /notifications/analytics/export', summary: 'Export notification analytics for a period' })
    .input(analyticsExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportAnalytics(ctx.app, input)),
})
