import type { Database, Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { WebhookEvent } from '#shared/integrations/integrations.schema.ts'
import type { SubscribableEvent } from '#shared/integrations/webhooks.schema.ts'
import { deliveriesRepo } from './deliveries.repo.ts'
import { type WebhookRow, webhooksRepo } from './webhooks.repo.ts'

/** Adds a delivery to a webhook's queue. @param now ms UTC, when the event occurred */
export async function queueDelivery(tx: Db, webhookId: string, event: WebhookEvent, now: number, data: object) {
  const id = newId()
  const payload = JSON.stringify({ id, event, createdAt: new Date(now).toISOString(), data })
  await deliveriesRepo(tx).insert({ id, webhookId, event, payload, createdAt: now, dueAt: now })
  return id
}

/** All webhooks, cached: there are few, and every submission needs them. */
export class Webhooks {
  readonly #db: Database
  #all: WebhookRow[] | undefined

  constructor(db: Database) {
    this.#db = db
    db.watch('webhooks', () => this.forget())
  }

  all(): readonly WebhookRow[] {
    this.#all ??= webhooksRepo(this.#db.read).all()
    return this.#all
  }

  /** Clears the cache after an insert, which `watch` does not report. */
  forget() {
    this.#all = undefined
  }

  /**
   * Queues an event for the webhooks of a college and the platform, inside the job that causes it. Both commit
   * together, so a crash can neither lose nor invent an event. Without listeners, nothing is read or written.
   * @param dataOf builds the payload; called only with listeners
   */
  async queueEvent(
    tx: Db,
    { event, collegeId, now }: { event: SubscribableEvent; collegeId: string; now: number },
    dataOf: () => Promise<object>,
  ): Promise<void> {
    const listening = this.all().filter(
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
}
