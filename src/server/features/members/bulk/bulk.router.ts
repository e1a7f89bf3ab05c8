import { z } from 'zod'
import { downloadedFile, uploadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { collegeAdmin } from '#server/trpc/procedures.ts'
import { bulkForm, bulkProgress, bulkResult, maxSheetBytes } from '#shared/members/bulk.schema.ts'
import { getTemplate, uploadMembers } from './bulk.ts'

export const bulkRouter = router({
  upload: collegeAdmin
    .meta({
      rest: 'POST /college/users/bulk-upload',
      multipart: { part: 'file', maxBytes: maxSheetBytes },
      summary: 'Add people from an .xlsx or .xls file; valid rows are added, invalid rows are reported',
    })
    .input(bulkForm.extend({ file: uploadedFile }))
    .output(bulkResult)
    .mutation(({ ctx, input }) => uploadMembers(ctx.app, ctx.scope, ctx.actor, input)),
  progress: collegeAdmin
    .meta({ rest: 'GET /college/users/bulk-upload/{uploadId}/progress', summary: 'Get the progress of a bulk upload' })
    .input(z.object({ uploadId: z.string() }))
    .output(bulkProgress)
    .query(({ ctx, input }) => ctx.app.uploadProgress.get(ctx.scope, input.uploadId)),
  template: collegeAdmin
    .meta({
      rest: 'GET /college/users/sample-template/{role}',
      summary: 'Download the .xlsx template for students or faculty',
    })
    .input(z.object({ role: z.string() }))
    .output(downloadedFile)
    .query(({ input }) => getTemplate(input.role)),
})
