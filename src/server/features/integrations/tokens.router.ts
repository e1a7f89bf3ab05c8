import { router } from '#server/trpc/init.ts'
import { administrator } from '#server/trpc/procedures.ts'
import { tokenCreated, tokenForm, tokenList } from '#shared/integrations/tokens.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { createToken, deleteToken, findTokens } from './tokens.ts'

export const tokensRouter = router({
  list: administrator
    .meta({ inPerson: true, rest: 'GET /integrations/tokens', summary: 'List your API tokens, newest first' })
    .output(tokenList)
    .query(({ ctx }) => findTokens(ctx.app, ctx.actor)),
  create: administrator
    .meta({
      inPerson: true,
      rest: 'POST /integrations/tokens',
      status: 201,
      summary: 'Create an API token; it is shown only once',
    })
    .input(tokenForm)
    .output(tokenCreated)
    .mutation(({ ctx, input }) => createToken(ctx.app, ctx.actor, input)),
  delete: administrator
    .meta({ inPerson: true, rest: 'DELETE /integrations/tokens/{id}', summary: 'Revoke an API token immediately' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteToken(ctx.app, ctx.actor, input.id)),
})
