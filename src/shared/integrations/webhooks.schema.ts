import { z } from 'zod'
import { idSchema, isoTime, pageQuery, pagination, requiredText } from '../schema.ts'
import { webhookEvents } from './integrations.schema.ts'

/** Events a webhook can subscribe to. */
export const subscribableEvents = ['attempt.submitted', 'assignment.accepted'] as const
export type SubscribableEvent = (typeof subscribableEvents)[number]

/** Maximum webhooks per college, and for the platform itself. */
export const maxWebhooks = 10

/** Maximum attempts per delivery. */
export const maxTries = 10

const isAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const webhookForm = z.object({
  url: requiredText('Please enter the address', 2_000).pipe(
    z.string().refine(isAddress, 'Please enter an address such as https://erp.example.edu/hooks/exams'),
  ),
  events: z
    .array(z.enum(subscribableEvents))
    .min(1, 'Please choose at least one event')
    .transform((events) => subscribableEvents.filter((event) => events.includes(event))),
})

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const

export const delivery = z.object({
  id: idSchema.describe("The delivery's `webhook-id`, the same for every retry"),
  event: z.enum(webhookEvents),
  createdAt: isoTime,
  status: z.enum(deliveryStatuses).describe('`failed` deliveries are not retried'),
  tries: z.number().int(),
  nextTryAt: isoTime.nullable(),
  deliveredAt: isoTime.nullable(),
  lastStatus: z.number().int().nullable().describe('HTTP status of the last response'),
  lastError: z.string().nullable(),
})
export type Delivery = z.output<typeof delivery>

export const webhook = z.object({
  id: idSchema,
  url: z.string(),
  events: z.array(z.enum(subscribableEvents)),
  isActive: z.boolean(),
  failingSince: isoTime
    .nullable()
    .describe('Start of the current failures; if set on an inactive webhook, they are the reason for the pause'),
  createdAt: isoTime,
  waiting: z.number().int().describe('Pending deliveries'),
  lastDelivery: delivery.nullable(),
})
export type Webhook = z.output<typeof webhook>

export const webhookList = z.object({ webhooks: z.array(webhook) })
export const webhookAnswer = z.object({ webhook })
export const webhookWithSecret = z.object({
  webhook,
  secret: z.string().describe('The signing secret; shown only once'),
})

export const deliveriesQuery = pageQuery.extend({ status: z.enum(deliveryStatuses).optional() })
export type DeliveriesQuery = z.output<typeof deliveriesQuery>
export const deliveryList = z.object({ deliveries: z.array(delivery), pagination })
export const deliveryAnswer = z.object({ delivery })
