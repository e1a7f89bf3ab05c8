import { router } from '#server/trpc/init.ts'
import { eachRole } from '#server/trpc/procedures.ts'
import { searchAnswer, searchQuery } from '#shared/search/search.schema.ts'
import { search } from './search.ts'

export const searchRouter = router({
  find: eachRole
    .meta({ summary: 'Search the tests, people, questions and colleges that the caller may see' })
    .input(searchQuery)
    .output(searchAnswer)
    .query(({ ctx, input }) => search(ctx.app, ctx.reach, input.query)),
})
