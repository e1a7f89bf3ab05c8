import { router } from '#server/trpc/init.ts'
import { administrator } from '#server/trpc/procedures.ts'
import { auditList, auditListQuery } from '#shared/audit/schema.ts'
import { findAuditEntries } from './service.ts'

export const auditRouter = router({
  list: administrator
    .meta({
      rest: { method: 'GET', path: '/audit' },
      summary: 'Who did what to whom, newest first; a college admin sees the own college',
    })
    .input(auditListQuery)
    .output(auditList)
    .query(({ ctx, input }) => findAuditEntries(ctx.app, ctx.reach, input)),
})
