import { downloadedFile } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { collegeAdmin, student } from '#server/trpc/procedures.ts'
import { eraseForm, personalData } from '#shared/privacy/privacy.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { exportStudent } from './data.ts'
import { eraseStudent, getPersonalData } from './privacy.ts'

/** Looks up the student before validating the input: returns 404 before 400. */
const ownStudent = collegeAdmin.input(byId).use(lookUp((ctx, id) => getPersonalData(ctx.app, ctx.scope, id)))

export const privacyRouter = router({
  get: collegeAdmin
    .meta({ rest: 'GET /college/users/{id}/personal-data', summary: 'Count the records stored about a student' })
    .input(byId)
    .output(personalData)
    .query(({ ctx, input }) => getPersonalData(ctx.app, ctx.scope, input.id)),
  export: collegeAdmin
    .meta({
      inPerson: true,
      rest: 'GET /college/users/{id}/personal-data/export',
      summary: 'Export all data stored about a student, as a zip',
    })
    .input(byId)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportStudent(ctx.app, ctx.scope, ctx.actor, input.id)),
  exportOwn: student
    .meta({
      inPerson: true,
      rest: 'GET /auth/personal-data/export',
      summary: 'Export all data stored about you, as a zip',
    })
    .output(downloadedFile)
    .query(({ ctx }) => exportStudent(ctx.app, ctx.scope, ctx.actor, ctx.scope.studentId)),
  erase: ownStudent
    .meta({
      inPerson: true,
      rest: 'POST /college/users/{id}/erase',
      summary: 'Erase a student and all their data; `confirm` is the ID number or email',
    })
    .input(eraseForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => eraseStudent(ctx.app, ctx.scope, ctx.actor, input.id, input.confirm)),
})
