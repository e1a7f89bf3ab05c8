import { z } from 'zod'
import { lookUp, router } from '#server/trpc/init.ts'
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
    .use(lookUp((ctx, id) => requireReadable(ctx.app, ctx.reach, id)))
    .meta({ rest: 'GET /reports/tests/{id}/items/export', summary: 'Export item analysis' })
    .input(itemsExport)
    .output(z.instanceof(Response))
    .query(({ ctx, input }) => exportItems(ctx.app, ctx.reach, input)),
})
