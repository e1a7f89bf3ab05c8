import { z } from 'zod'
import { router } from '#server/trpc/init.ts'
import { administrator } from '#server/trpc/procedures.ts'
import {
  deliveriesQuery,
  deliveryAnswer,
  deliveryList,
  webhookAnswer,
  webhookForm,
  webhookList,
  webhookWithSecret,
} from '#shared/integrations/webhooks.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { findDeliveries, pingWebhook, resendDelivery } from './deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  findWebhooks,
  renewSecret,
  requireWebhook,
  toggleWebhook,
  updateWebhook,
} from './webhooks.ts'

/** Returns 404 for another owner's webhook before 400. */
const ofOwn = administrator.input(byId).use(async ({ ctx, input, next }) => {
  await requireWebhook(ctx.app, ctx.reach, input.id)
  return next()
})

export const webhooksRouter = router({
  list: administrator
    .meta({
      rest: { method: 'GET', path: '/integrations/webhooks' },
      summary: "The own college's webhooks; the master admin's are the platform's",
    })
    .output(webhookList)
    .query(({ ctx }) => findWebhooks(ctx.app, ctx.reach)),
  create: administrator
    .meta({
      inPerson: true,
      rest: { method: 'POST', path: '/integrations/webhooks', status: 201 },
      summary: 'Add a webhook; its secret is told this once',
    })
    .input(webhookForm)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.app, ctx.reach, ctx.actor, input)),
  update: ofOwn
    .meta({
      inPerson: true,
      rest: { method: 'PUT', path: '/integrations/webhooks/{id}' },
      summary: 'Change the address and the events of a webhook',
    })
    .input(webhookForm)
    .output(webhookAnswer)
    .mutation(({ ctx, input }) => updateWebhook(ctx.app, ctx.reach, ctx.actor, input.id, input)),
  toggleStatus: administrator
    .meta({
      inPerson: true,
      rest: { method: 'PUT', path: '/integrations/webhooks/{id}/toggle-status' },
      summary: 'Pause or resume a webhook',
    })
    .input(byId)
    .output(webhookAnswer)
    .mutation(({ ctx, input }) => toggleWebhook(ctx.app, ctx.reach, ctx.actor, input.id)),
  renewSecret: administrator
    .meta({
      inPerson: true,
      rest: { method: 'POST', path: '/integrations/webhooks/{id}/secret' },
      summary: 'Give a webhook a new secret, told this once; the old one signs nothing more',
    })
    .input(byId)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => renewSecret(ctx.app, ctx.reach, ctx.actor, input.id)),
  delete: administrator
    .meta({
      inPerson: true,
      rest: { method: 'DELETE', path: '/integrations/webhooks/{id}' },
      summary: 'Delete a webhook with what is waiting for it',
    })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.app, ctx.reach, ctx.actor, input.id)),
  ping: administrator
    .meta({
      rest: { method: 'POST', path: '/integrations/webhooks/{id}/ping', status: 201 },
      summary: 'Send a test call',
    })
    .input(byId)
    .output(deliveryAnswer)
    .mutation(({ ctx, input }) => pingWebhook(ctx.app, ctx.reach, input.id)),
  deliveries: ofOwn
    .meta({
      rest: { method: 'GET', path: '/integrations/webhooks/{id}/deliveries' },
      summary: 'What a webhook was sent in the last 30 days, newest first',
    })
    .input(deliveriesQuery)
    .output(deliveryList)
    .query(({ ctx, input }) => findDeliveries(ctx.app, ctx.reach, input.id, input)),
  resend: administrator
    .meta({
      rest: { method: 'POST', path: '/integrations/webhooks/{id}/deliveries/{deliveryId}/resend' },
      summary: 'Make a call once more, under the same id',
    })
    .input(byId.extend({ deliveryId: z.string() }))
    .output(deliveryAnswer)
    .mutation(({ ctx, input }) => resendDelivery(ctx.app, ctx.reach, input.id, input.deliveryId)),
})
