import { router } from '#server/trpc/init.ts'
import { tokensRouter } from './tokens.router.ts'
import { webhooksRouter } from './webhooks/webhooks.router.ts'

export const integrationsRouter = router({ tokens: tokensRouter, webhooks: webhooksRouter })
