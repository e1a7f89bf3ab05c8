import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import { collegeAnswer, collegeCreated, collegeForm, collegeList } from '#shared/colleges/schema.ts'
import { byId, pageQuery } from '#shared/schema.ts'
import { createCollege, findColleges, getCollege } from './service.ts'

export const collegesRouter = router({
  create: masterAdmin
    .meta({
      rest: { method: 'POST', path: '/admin/colleges', status: 201 },
      summary: 'Create a college and its admin; the temporary password is told once',
    })
    .input(collegeForm)
    .output(collegeCreated)
    .mutation(({ ctx, input }) => createCollege(ctx.app, ctx.actor, input)),
  list: masterAdmin
    .meta({ rest: { method: 'GET', path: '/admin/colleges' }, summary: 'Colleges, newest first' })
    .input(pageQuery.extend({ search: z.string().max(200).optional() }))
    .output(collegeList)
    .query(({ ctx, input }) => findColleges(ctx.app, input)),
  get: masterAdmin
    .meta({ rest: { method: 'GET', path: '/admin/colleges/{id}' }, summary: 'One college' })
    .input(byId)
    .output(collegeAnswer)
    .query(async ({ ctx, input }) => ({ college: await getCollege(ctx.app, input.id) })),
})
