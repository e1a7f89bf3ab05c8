import type { Database, Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { WebhookEvent } from '#shared/integrations/integrations.schema.ts'
import type { SubscribableEvent } from '#shared/integrations/webhooks.schema.ts'
import { deliveriesRepo } from './deliveries.repo.ts'
import { type WebhookRow, webhooksRepo } from './webhooks.repo.ts'

const kept = new WeakMap<Database, { all: WebhookRow[] | undefined }>()

/** All webhooks, cached: there are few, and every submission needs them. */
export function webhooksOf({ db }: Platform): readonly WebhookRow[] {
  let known = kept.get(db)
  if (!known) {
    const fresh: { all: WebhookRow[] | undefined } = { all: undefined }
    db.watch('webhooks', () => {
      fresh.all = undefined
    })
    kept.set(db, fresh)
    known = fresh
  }
  known.all ??= webhooksRepo(db.read).all()
  return known.all
}

/** Change notifications do not cover inserts, so a new webhook must clear the cache. */
export function forgetWebhooks({ db }: Platform) {
  const known = kept.get(db)
  if (known) known.all = undefined
}

/** Adds a delivery to a webhook's queue. @param now ms UTC, when the event occurred */
export async function queueDelivery(tx: Db, webhookId: string, event: WebhookEvent, now: number, data: object) {
  const id = newId()
  const payload = JSON.stringify({ id, event, createdAt: new Date(now).toISOString(), data })
  await deliveriesRepo(tx).insert({ id, webhookId, event, payload, createdAt: now, dueAt: now })
  return id
}

/**
 * Queues an event for the webhooks of a college and the platform, inside the job that causes it: both commit together,
 * so a crash can neither lose nor invent an event. Without listeners, nothing is read or written.
 * @param dataOf builds the payload; called only with listeners
 */
export async function queueEvent(
  app: Platform,
  tx: Db,
  { event, collegeId, now }: { event: SubscribableEvent; collegeId: string; now: number },
  dataOf: () => Promise<object>,
): Promise<void> {
  const listening = webhooksOf(app).filter(
    (webhook) =>
      webhook.isActive &&
      webhook.events.includes(event) &&
      (webhook.collegeId === null || webhook.collegeId === collegeId),
  )
  if (listening.length === 0) return
  const college = { id: collegeId, name: (await webhooksRepo(tx).collegeName(collegeId)) ?? null }
  const data = { ...(await dataOf()), college }
  for (const { id } of listening) await queueDelivery(tx, id, event, now, data)
}
