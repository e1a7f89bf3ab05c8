import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { DeliveriesQuery, deliveryAnswer } from '#shared/integrations/webhooks.schema.ts'
import { paginate } from '#shared/schema.ts'
import { deliveryNotFound, pingUnderWay, stillWaiting, webhookPaused } from '../integrations.errors.ts'
import { deliveriesRepo } from './deliveries.repo.ts'
import { queueDelivery } from './events.ts'
import { presentDelivery, requireWebhook } from './webhooks.ts'

type Answer = z.input<typeof deliveryAnswer>

/** A page of a webhook's deliveries from the last 30 days, newest first. @throws NOT_FOUND */
export async function findDeliveries(app: Platform, reach: Reach, id: string, query: DeliveriesQuery) {
  await requireWebhook(app, reach, id)
  const repo = deliveriesRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(id, query), repo.count(id, query)])
  return { deliveries: rows.map(presentDelivery), pagination: paginate(query, total) }
}

/**
 * Queues a test call. It is tried once, even if the webhook is paused. @throws NOT_FOUND, CONFLICT while one is pending
 */
export async function pingWebhook(app: Platform, reach: Reach, id: string): Promise<Answer> {
  await requireWebhook(app, reach, id)
  const now = app.clock.now()
  const queued = await app.db.write(async (tx) => {
    const repo = deliveriesRepo(tx)
    if (await repo.hasWaitingPing(id)) throw pingUnderWay()
    return repo.find(id, await queueDelivery(tx, id, 'ping', now, { message: 'A test call from Examhall' }))
  })
  if (!queued) throw deliveryNotFound()
  return { delivery: presentDelivery(queued) }
}

/** Sends a delivery again, with the same id and a full set of retries. @throws NOT_FOUND, CONFLICT */
export async function resendDelivery(app: Platform, reach: Reach, id: string, deliveryId: string): Promise<Answer> {
  const { webhook } = await requireWebhook(app, reach, id)
  const fields = { dueAt: app.clock.now(), tries: 0, deliveredAt: null }
  return app.db.write(async (tx) => {
    const found = await deliveriesRepo(tx).find(id, deliveryId)
    if (!found) throw deliveryNotFound()
    if (found.dueAt !== null) throw stillWaiting()
    if (!webhook.isActive && found.event !== 'ping') throw webhookPaused()
    await deliveriesRepo(tx).update(deliveryId, fields)
    return { delivery: presentDelivery({ ...found, ...fields }) }
  })
}

/**
 * Deletes deliveries that name a student, including pending ones, inside the job that erases the student. Receivers
 * keep what they have received.
 */
export const deleteFromDeliveries = (tx: Db, studentId: string) => deliveriesRepo(tx).deleteNaming(studentId)
