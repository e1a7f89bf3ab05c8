import { downloadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { administrator } from '#server/trpc/procedures.ts'
import { auditExportQuery, auditList, auditListQuery } from '#shared/audit/audit.schema.ts'
import { exportAuditLog } from './audit.exports.ts'
import { findAuditEntries } from './audit.ts'

export const auditRouter = router({
  list: administrator
    .meta({
      rest: 'GET /audit',
      summary: 'List audit log entries, newest first; a college admin sees their college only',
    })
    .input(auditListQuery)
    .output(auditList)
    .query(({ ctx, input }) => findAuditEntries(ctx.app, ctx.reach, input)),
  export: administrator
    .meta({
      rest: 'GET /audit/export',
      summary: 'Export the audit log as CSV, Excel or JSON; a college admin gets their college only',
    })
    .input(auditExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportAuditLog(ctx.app, ctx.actor, ctx.reach, input)),
})
