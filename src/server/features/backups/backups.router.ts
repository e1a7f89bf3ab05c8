import { router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import { backupStarted, backupsOverview } from '#shared/backups/backups.schema.ts'
import { pageQuery } from '#shared/schema.ts'
import { askForBackup, askForDrill, getBackups } from './backups.ts'

export const backupsRouter = router({
  overview: masterAdmin
    .meta({
      rest: { method: 'GET', path: '/admin/backups' },
      summary: 'The last backup and drill, the next ones, what is under way, and every run, newest first',
    })
    .input(pageQuery)
    .output(backupsOverview)
    .query(({ ctx, input }) => getBackups(ctx.app, input)),
  start: masterAdmin
    .meta({ rest: { method: 'POST', path: '/admin/backups', status: 201 }, summary: 'Begins to make a backup' })
    .output(backupStarted)
    .mutation(({ ctx }) => askForBackup(ctx.app, ctx.actor)),
  startDrill: masterAdmin
    .meta({
      rest: { method: 'POST', path: '/admin/backups/drill', status: 201 },
      summary: 'Begins to restore the newest backup into a temporary place, to try it out',
    })
    .output(backupStarted)
    .mutation(({ ctx }) => askForDrill(ctx.app)),
})
