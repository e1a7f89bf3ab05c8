import { z } from 'zod'
import { lookUp, router } from '#server/trpc/init.ts'
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

/** Looks up the webhook before validating the input: returns 404 before 400. */
const ofOwn = administrator.input(byId).use(lookUp((ctx, id) => requireWebhook(ctx.app, ctx.reach, id)))

export const webhooksRouter = router({
  list: administrator
    .meta({
      rest: 'GET /integrations/webhooks',
      summary: "List webhooks: the college's for a college admin, the platform's for the master admin",
    })
    .output(webhookList)
    .query(({ ctx }) => findWebhooks(ctx.app, ctx.reach)),
  create: administrator
    .meta({
      inPerson: true,
      rest: 'POST /integrations/webhooks',
      status: 201,
      summary: 'Add a webhook; its secret is shown only once',
    })
    .input(webhookForm)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => createWebhook(ctx.app, ctx.reach, ctx.actor, input)),
  update: ofOwn
    .meta({ inPerson: true, rest: 'PUT /integrations/webhooks/{id}', summary: "Update a webhook's URL and events" })
    .input(webhookForm)
    .output(webhookAnswer)
    .mutation(({ ctx, input }) => updateWebhook(ctx.app, ctx.reach, ctx.actor, input.id, input)),
  toggleStatus: administrator
    .meta({
      inPerson: true,
      rest: 'PUT /integrations/webhooks/{id}/toggle-status',
      summary: 'Pause or resume a webhook',
    })
    .input(byId)
    .output(webhookAnswer)
    .mutation(({ ctx, input }) => toggleWebhook(ctx.app, ctx.reach, ctx.actor, input.id)),
  renewSecret: administrator
    .meta({
      inPerson: true,
      rest: 'POST /integrations/webhooks/{id}/secret',
      summary: "Renew a webhook's secret; the new one is shown only once",
    })
    .input(byId)
    .output(webhookWithSecret)
    .mutation(({ ctx, input }) => renewSecret(ctx.app, ctx.reach, ctx.actor, input.id)),
  delete: administrator
    .meta({
      inPerson: true,
      rest: 'DELETE /integrations/webhooks/{id}',
      summary: 'Delete a webhook and its pending deliveries',
    })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteWebhook(ctx.app, ctx.reach, ctx.actor, input.id)),
  ping: administrator
    .meta({ rest: 'POST /integrations/webhooks/{id}/ping', status: 201, summary: 'Send a test delivery' })
    .input(byId)
    .output(deliveryAnswer)
    .mutation(({ ctx, input }) => pingWebhook(ctx.app, ctx.reach, input.id)),
  deliveries: ofOwn
    .meta({
      rest: 'GET /integrations/webhooks/{id}/deliveries',
      summary: "List a webhook's deliveries from the last 30 days, newest first",
    })
    .input(deliveriesQuery)
    .output(deliveryList)
    .query(({ ctx, input }) => findDeliveries(ctx.app, ctx.reach, input.id, input)),
  resend: administrator
    .meta({
      rest: 'POST /integrations/webhooks/{id}/deliveries/{deliveryId}/resend',
      summary: 'Resend a delivery with the same id',
    })
    .input(byId.extend({ deliveryId: z.string() }))
    .output(deliveryAnswer)
    .mutation(({ ctx, input }) => resendDelivery(ctx.app, ctx.reach, input.id, input.deliveryId)),
})
