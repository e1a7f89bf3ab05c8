import { downloadedFile } from '#server/platform/files.ts'
import { router } from '#server/trpc/init.ts'
import { collegeAdmin } from '#server/trpc/procedures.ts'
import {
  activeAnswer,
  activeForm,
  memberExportForm,
  moveAnswer,
  moveForm,
  passwordsAnswer,
  passwordsForm,
  selectionAnswer,
  selectionQuery,
} from '#shared/members/selection.schema.ts'
import { exportMembers } from './members.exports.ts'
import { findSelection, moveMembers, reissuePasswords, setActive } from './selection.ts'

/** Bulk actions on selected people, or on everyone matching a list's filters. */
export const selectionRouter = router({
  find: collegeAdmin
    .input(selectionQuery)
    .output(selectionAnswer)
    .query(({ ctx, input }) => findSelection(ctx.app, ctx.scope, input)),
  setActive: collegeAdmin
    .input(activeForm)
    .output(activeAnswer)
    .mutation(({ ctx, input }) => setActive(ctx.app, ctx.scope, ctx.actor, input)),
  move: collegeAdmin
    .input(moveForm)
    .output(moveAnswer)
    .mutation(({ ctx, input }) => moveMembers(ctx.app, ctx.scope, ctx.actor, input.moves)),
  reissuePasswords: collegeAdmin
    .meta({ inPerson: true })
    .input(passwordsForm)
    .output(passwordsAnswer)
    .mutation(({ ctx, input }) => reissuePasswords(ctx.app, ctx.scope, ctx.actor, input)),
  export: collegeAdmin
    .meta({
      rest: 'POST /college/users/export',
      summary: 'Export people matching a filter, or those in `ids`, as CSV, Excel or JSON',
    })
    .input(memberExportForm)
    .output(downloadedFile)
    .mutation(({ ctx, input }) => exportMembers(ctx.app, ctx.scope, ctx.actor, input)),
})
