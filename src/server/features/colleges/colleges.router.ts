import { lookUp, router } from '#server/trpc/init.ts'
import { collegeAdmin, masterAdmin } from '#server/trpc/procedures.ts'
import {
  adminStats,
  collegeAnswer,
  collegeCreated,
  collegeForm,
  collegeList,
  collegeListQuery,
  collegeOverview,
  collegeTests,
  collegeTestsQuery,
  deleteCollegeForm,
  ownTests,
  ownTestsForm,
  toggleForm,
} from '#shared/colleges/colleges.schema.ts'
import { byId } from '#shared/schema.ts'
import {
  createCollege,
  deleteCollege,
  findColleges,
  getCollege,
  reissueAdminPassword,
  toggleCollege,
  turnOffAdminTwoStep,
  updateCollege,
} from './colleges.ts'
import { findCollegeTests, getAdminStats, getCollegeOverview } from './overview.ts'
import { getOwnTests, setOwnTests } from './own-tests.ts'

/** Looks up the college before validating the input: returns 404 before 400. */
const knownCollege = masterAdmin.input(byId).use(lookUp((ctx, id) => getCollege(ctx.app, id)))

export const collegesRouter = router({
  create: masterAdmin
    .meta({
      rest: 'POST /admin/colleges',
      status: 201,
      summary: 'Create a college and its admin; the temporary password is shown once',
    })
    .input(collegeForm)
    .output(collegeCreated)
    .mutation(({ ctx, input }) => createCollege(ctx.app, ctx.actor, input)),
  list: masterAdmin
    .meta({ rest: 'GET /admin/colleges', summary: 'List colleges, newest first' })
    .input(collegeListQuery)
    .output(collegeList)
    .query(({ ctx, input }) => findColleges(ctx.app, input)),
  get: masterAdmin
    .meta({ rest: 'GET /admin/colleges/{id}', summary: 'Get a college' })
    .input(byId)
    .output(collegeAnswer)
    .query(async ({ ctx, input }) => ({ college: await getCollege(ctx.app, input.id) })),
  update: knownCollege
    .meta({
      rest: 'PUT /admin/colleges/{id}',
      summary: 'Update a college; if its email changes, its admin signs in with the new one',
    })
    .input(collegeForm)
    .output(collegeAnswer)
    .mutation(async ({ ctx, input }) => ({ college: await updateCollege(ctx.app, ctx.actor, input.id, input) })),
  toggleStatus: masterAdmin
    .meta({
      rest: 'PUT /admin/colleges/{id}/toggle-status',
      summary: 'Activate or deactivate a college; deactivating ends all its sessions',
    })
    .input(toggleForm)
    .output(collegeAnswer)
    .mutation(async ({ ctx, input }) => ({ college: await toggleCollege(ctx.app, ctx.actor, input) })),
  delete: knownCollege
    .meta({
      stepUp: true,
      rest: 'DELETE /admin/colleges/{id}',
      summary: 'Delete a college and all its data; `confirm` is its code',
    })
    .input(deleteCollegeForm)
    .output(collegeAnswer)
    .mutation(async ({ ctx, input }) => ({
      college: await deleteCollege(ctx.app, ctx.actor, input.id, input.confirm),
    })),
  reissuePassword: masterAdmin
    .meta({
      inPerson: true,
      rest: 'POST /admin/colleges/{id}/temporary-password',
      summary: "Issue a new temporary password for a college's admin, shown once; ends their sessions",
    })
    .input(byId)
    .output(collegeCreated)
    .mutation(({ ctx, input }) => reissueAdminPassword(ctx.app, ctx.actor, input.id)),
  turnOffTwoStep: masterAdmin
    .meta({
      inPerson: true,
      rest: 'DELETE /admin/colleges/{id}/two-step',
      summary: "Turn off two-step sign-in for a college's admin who lost their authenticator",
    })
    .input(byId)
    .output(collegeAnswer)
    .mutation(async ({ ctx, input }) => ({ college: await turnOffAdminTwoStep(ctx.app, ctx.actor, input.id) })),
  setOwnTests: knownCollege
    .meta({
      rest: 'PUT /admin/colleges/{id}/own-tests',
      summary: 'Allow or disallow a college’s own tests and question bank',
    })
    .input(ownTestsForm)
    .output(collegeAnswer)
    .mutation(async ({ ctx, input }) => ({ college: await setOwnTests(ctx.app, ctx.actor, input.id, input.allowed) })),
  ownTests: collegeAdmin
    .meta({ rest: 'GET /college/own-tests', summary: "Get the college's authoring permissions" })
    .output(ownTests)
    .query(({ ctx }) => getOwnTests(ctx.app, ctx.scope)),
  overview: masterAdmin
    .meta({ rest: 'GET /admin/colleges/{id}/overview', summary: "Get a college's batches, streams and usage" })
    .input(byId)
    .output(collegeOverview)
    .query(({ ctx, input }) => getCollegeOverview(ctx.app, input.id)),
  tests: knownCollege
    .meta({ rest: 'GET /admin/colleges/{id}/tests', summary: 'List the tests offered to a college' })
    .input(collegeTestsQuery)
    .output(collegeTests)
    .query(({ ctx, input }) => findCollegeTests(ctx.app, input.id, input)),
  stats: masterAdmin
    .meta({ rest: 'GET /admin/stats', summary: "Get the platform's totals and recent sign-ins" })
    .output(adminStats)
    .query(({ ctx }) => getAdminStats(ctx.app)),
})
