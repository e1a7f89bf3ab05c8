import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { staff } from '#server/trpc/procedures.ts'
import { itemsExport, testItems } from '#shared/reports/items/items.schema.ts'
import { byId } from '#shared/schema.ts'
import { exportItems, getItems, requireReadable } from './items.ts'

/** Question statistics of a test. */
export const itemsRouter = router({
  get: staff
    .meta({
      rest: 'GET /reports/tests/{id}/items',
      summary: 'Get item analysis: facility, discrimination, distractors, reliability',
    })
    .input(byId)
    .output(testItems)
    .query(({ ctx, input }) => getItems(ctx.app, ctx.reach, input.id)),
  export: staff
    .input(byId)
    .use(async ({ ctx, input, next }) => {
      await requireReadable(ctx.app, ctx.reach, input.id)
      return next()
    })
    .meta({ rest: 'GET /reports/tests/{id}/items/export', summary: 'Export item analysis' })
    .input(itemsExport)
    .output(z.instanceof(Response))
    .query(({ ctx, input }) => exportItems(ctx.app, ctx.reach, input)),
})
