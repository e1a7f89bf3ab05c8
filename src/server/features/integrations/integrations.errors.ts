import { conflict, invalid, notFound } from '#shared/errors.ts'
import { maxTokens } from '#shared/integrations/tokens.schema.ts'
import { maxWebhooks } from '#shared/integrations/webhooks.schema.ts'

export const tokenNotFound = () => notFound('Token')
export const tooManyTokens = () => conflict(`You already have ${maxTokens} tokens. Delete one you no longer use`)
export const roleNotYours = () =>
  invalid([{ field: 'role', message: 'Choose your own role; a college administrator can also choose faculty' }])
export const badExpiry = () =>
  invalid([{ field: 'expiresAt', message: 'Please choose a time in the future, at most one year ahead' }])

export const webhookNotFound = () => notFound('Webhook')
export const deliveryNotFound = () => notFound('Delivery')
export const tooManyWebhooks = () => conflict(`There are already ${maxWebhooks} webhooks. Delete one first`)
export const refusedAddress = (message: string) => invalid([{ field: 'url', message }])
export const pingUnderWay = () => conflict('A test call is already pending')
export const webhookPaused = () => conflict('This webhook is paused. Resume it first')
export const stillWaiting = () => conflict('This call is already pending')
