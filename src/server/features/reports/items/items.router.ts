import { downloadedFile } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { author, staff } from '#server/trpc/procedures.ts'
import { bankUsage } from '#shared/bank/bank.schema.ts'
import { itemsExport, testItems } from '#shared/reports/items/items.schema.ts'
import { byId } from '#shared/schema.ts'
import { requireOwnTestsEver } from '../../colleges/own-tests.ts'
import { exportItems, getItems, requireReadable } from './items.ts'
import { getUsage } from './usage.ts'

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
  bankUsage: author(requireOwnTestsEver)
    .meta({
      rest: 'GET /bank/questions/{id}/usage',
      summary: 'List the tests that use a bank question, with its results in each',
    })
    .input(byId)
    .output(bankUsage)
    .query(({ ctx, input }) => getUsage(ctx.app, ctx.author, input.id)),
  export: staff
    .input(byId)
    .use(lookUp((ctx, id) => requireReadable(ctx.app, ctx.reach, id)))
    .meta({ rest: 'GET /reports/tests/{id}/items/export', summary: 'Export item analysis' })
    .input(itemsExport)
    .output(downloadedFile)
    .query(({ ctx, input }) => exportItems(ctx.app, ctx.reach, input)),
})
