import { router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import { backupStarted, backupsOverview } from '#shared/backups/backups.schema.ts'
import { pageQuery } from '#shared/schema.ts'
import { getBackups, requestBackup, requestDrill } from './backups.ts'

export const backupsRouter = router({
  overview: masterAdmin
    .meta({
      rest: 'GET /admin/backups',
      summary: 'Get backup status: last and next backup and drill, progress, and all runs, newest first',
    })
    .input(pageQuery)
    .output(backupsOverview)
    .query(({ ctx, input }) => getBackups(ctx.app, input)),
  start: masterAdmin
    .meta({ rest: 'POST /admin/backups', status: 201, summary: 'Start a backup' })
    .output(backupStarted)
    .mutation(({ ctx }) => requestBackup(ctx.app, ctx.actor)),
  startDrill: masterAdmin
    .meta({
      rest: 'POST /admin/backups/drill',
      status: 201,
      summary: 'Start a drill: restore the newest backup to a temporary location',
    })
    .output(backupStarted)
    .mutation(({ ctx }) => requestDrill(ctx.app)),
})
