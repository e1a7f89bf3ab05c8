import { router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import { drainForm, workerCreated, workerForm, workersOverview } from '#shared/judge-workers/judge-workers.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { createWorker, drainWorker, getWorkers, revokeWorker } from './judge-workers.ts'

export const judgeWorkersRouter = router({
  list: masterAdmin
    .meta({ rest: 'GET /admin/judge-workers', summary: 'Get the judge workers and the jobs that wait for them' })
    .output(workersOverview)
    .query(({ ctx }) => getWorkers(ctx.app)),
  create: masterAdmin
    .meta({
      inPerson: true,
      rest: 'POST /admin/judge-workers',
      status: 201,
      summary: 'Add a judge worker; its token is shown only once',
    })
    .input(workerForm)
    .output(workerCreated)
    .mutation(({ ctx, input }) => createWorker(ctx.app, ctx.actor, input)),
  drain: masterAdmin
    .meta({
      inPerson: true,
      rest: 'PUT /admin/judge-workers/{id}',
      summary: 'Drain a judge worker, or resume it; `server` is the server itself',
    })
    .input(drainForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => drainWorker(ctx.app, ctx.actor, input)),
  revoke: masterAdmin
    .meta({
      inPerson: true,
      rest: 'DELETE /admin/judge-workers/{id}',
      summary: 'Revoke a judge worker; its jobs go back to the queue immediately',
    })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => revokeWorker(ctx.app, ctx.actor, input.id)),
})
