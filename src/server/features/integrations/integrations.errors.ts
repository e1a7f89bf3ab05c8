import { conflict, invalid, notFound } from '#shared/errors.ts'
import { mostTokens } from '#shared/integrations/tokens.schema.ts'
import { mostWebhooks } from '#shared/integrations/webhooks.schema.ts'

export const tokenNotFound = () => notFound('Token')
export const tooManyTokens = () =>
  conflict(`You have ${mostTokens} tokens already; delete one that is not used any more`)
export const roleNotYours = () =>
  invalid([{ field: 'role', message: 'A token acts as its owner or, of a college administrator, as faculty' }])
export const badExpiry = () =>
  invalid([{ field: 'expiresAt', message: 'Please choose a time in the future, at most one year ahead' }])

export const webhookNotFound = () => notFound('Webhook')
export const deliveryNotFound = () => notFound('Delivery')
export const tooManyWebhooks = () => conflict(`There are ${mostWebhooks} webhooks already; delete one first`)
export const refusedAddress = (message: string) => invalid([{ field: 'url', message }])
export const pingUnderWay = () => conflict('A test call is already on its way')
export const webhookPaused = () => conflict('This webhook is paused; resume it first')
export const stillWaiting = () => conflict('This call is already waiting to be sent')
