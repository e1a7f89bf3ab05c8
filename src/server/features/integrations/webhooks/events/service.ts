import type { Database, Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { WebhookEvent } from '#shared/integrations/schema.ts'
import type { SubscribableEvent } from '#shared/integrations/webhooks/schema.ts'
import { deliveriesRepo } from '../deliveries/repo.ts'
import { type WebhookRow, webhooksRepo } from '../repo.ts'

const kept = new WeakMap<Database, { all: WebhookRow[] | undefined }>()

/** Every webhook, from memory: there are few, and each submission of an exam asks. */
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

/** Watching reports changes only, so a new webhook must be added here. */
export function forgetWebhooks({ db }: Platform) {
  const known = kept.get(db)
  if (known) known.all = undefined
}

/** Puts a call into a webhook's queue. @param now ms UTC, when it happened */
export async function queueDelivery(tx: Db, webhookId: string, event: WebhookEvent, now: number, data: object) {
  const id = newId()
  const payload = JSON.stringify({ id, event, createdAt: new Date(now).toISOString(), data })
  await deliveriesRepo(tx).insert({ id, webhookId, event, payload, createdAt: now, dueAt: now })
  return id
}

/**
 * Tells the webhooks of a college and of the platform that something has happened, inside the job that does it: both are committed
 * together, so a crash neither loses the call nor makes it for nothing. While nobody listens nothing is read or written.
 *
 * @param dataOf the facts; asked for only when somebody listens
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
