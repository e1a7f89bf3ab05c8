import { createHmac } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { postOutside } from '#server/platform/outgoing-call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { maxTries } from '#shared/integrations/webhooks.schema.ts'
import { type DeliveryRow, deliveriesRepo } from './deliveries.repo.ts'
import type { Webhooks } from './events.ts'
import { type WebhookRow, webhooksRepo } from './webhooks.repo.ts'

const minute = 60_000
const hour = 60 * minute

/** Delays before each retry: ten attempts within 32 hours. */
const retryDelays = [minute / 2, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 16 * hour]
/** When a delivery is abandoned, its webhook is paused if it has been failing for at least this long. */
const pausedAfter = 24 * hour
const timeoutMs = 10_000

/** Maximum concurrent calls: in total, per webhook, and for a webhook whose last call failed. */
const maxCalls = { total: 64, perWebhook: 4, failing: 1 } as const

/** Headers of the Standard Webhooks specification, which its libraries verify. @param at ms UTC */
export function signedHeaders(secret: string, id: string, at: number, body: string) {
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** @returns the response status, and the error unless the call succeeded */
async function call(app: Platform, { id: owner, url, secret: sealed }: WebhookRow, { id, payload }: DeliveryRow) {
  const secret = app.vault.open(sealed, owner)
  if (secret === undefined) return { status: null, failure: 'The secret cannot be decrypted on this server. Renew it' }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Examhall-Webhook',
    ...signedHeaders(secret, id, app.clock.now(), payload),
  }
  try {
    const allowPrivate = app.config.webhookPrivate
    const status = await postOutside({ url, headers, body: payload, allowPrivate, withinMs: timeoutMs })
    if (status >= 200 && status < 300) return { status, failure: null }
    const isRedirect = status >= 300 && status < 400
    return { status, failure: `Responded with ${status}${isRedirect ? '; redirects are not followed' : ''}` }
  } catch (error) {
    return { status: null, failure: (error as Error).message }
  }
}

/** Stores the outcome of a call. A webhook that has failed for too long is paused and its admins are notified. */
async function settle(
  tx: Db,
  id: string,
  sent: DeliveryRow,
  now: number,
  { status, failure }: Awaited<ReturnType<typeof call>>,
) {
  const webhook = webhooksRepo(tx).byId(id)
  if (!webhook) return
  const tries = sent.tries + 1
  const last = { tries, lastStatus: status, lastError: failure }
  if (failure === null) {
    await deliveriesRepo(tx).update(sent.id, { ...last, dueAt: null, deliveredAt: now })
    if (webhook.failingSince !== null && webhook.isActive) await webhooksRepo(tx).update(id, { failingSince: null })
    return
  }
  const pause = sent.event === 'ping' ? undefined : retryDelays[tries - 1]
  const isGivenUp = tries >= maxTries || pause === undefined
  await deliveriesRepo(tx).update(sent.id, { ...last, dueAt: isGivenUp ? null : now + pause })
  if (sent.event === 'ping' || !webhook.isActive) return
  if (webhook.failingSince === null) return webhooksRepo(tx).update(id, { failingSince: now })
  if (!isGivenUp || now - webhook.failingSince < pausedAfter) return
  await webhooksRepo(tx).update(id, { isActive: false })
  for (const { email } of await webhooksRepo(tx).adminsOf(webhook.collegeId))
    await queueMail(tx, now, {
      to: email,
      subject: 'A webhook was paused',
      paragraphs: [
        `Calls to ${webhook.url} have failed since ${new Date(webhook.failingSince).toUTCString()}. Last error: ${failure}.`,
        'We paused this webhook. Pending calls are kept. When the receiver works again, send a test call and resume the webhook under Integrations.',
      ],
    })
}

/** Sends due deliveries. */
export class WebhookSender {
  readonly #app: Platform
  readonly #webhooks: Webhooks
  /** Ids of the deliveries being sent. */
  readonly #ids = new Set<string>()
  /** Number of lanes per webhook, and in total. */
  readonly #lanes = new Map<string, number>()
  #total = 0
  readonly #failing = new Set<string>()

  constructor(app: Platform, webhooks: Webhooks) {
    this.#app = app
    this.#webhooks = webhooks
  }

  /** Sends a webhook's due deliveries one by one until none is left or one fails. */
  async #lane(id: string) {
    const { db, clock, log } = this.#app
    this.#total++
    this.#lanes.set(id, (this.#lanes.get(id) ?? 0) + 1)
    try {
      // While outcomes cannot be stored, the same calls would be made again and again.
      while (!db.isStalled) {
        const webhook = this.#webhooks.all().find((one) => one.id === id)
        // Read and claimed synchronously, so two lanes never take the same delivery.
        const sent = webhook && deliveriesRepo(db.read).nextDue(id, clock.now(), [...this.#ids], !webhook.isActive)
        if (!webhook || !sent) return
        this.#ids.add(sent.id)
        try {
          const outcome = await call(this.#app, webhook, sent)
          await db.write((tx) => settle(tx, id, sent, clock.now(), outcome))
          if (outcome.failure !== null) this.#failing.add(id)
          else this.#failing.delete(id)
        } finally {
          this.#ids.delete(sent.id)
        }
        if (this.#failing.has(id)) return
      }
    } catch (error) {
      // The server is stopping or the disk failed. A call that was made but not recorded is repeated with the same id.
      log.warn({ err: error, webhook: id }, 'Failed to record a webhook call')
    } finally {
      this.#total--
      const left = (this.#lanes.get(id) ?? 1) - 1
      if (left > 0) this.#lanes.set(id, left)
      else this.#lanes.delete(id)
    }
  }

  /**
   * Starts sending due calls. Each webhook has its own lanes, so a slow or dead one does not delay others. A failing
   * webhook has a single lane and pauses until the next round.
   * @returns the lanes started, without waiting for them
   */
  async start(): Promise<{ lanes: Promise<void>[] }> {
    const { db, clock } = this.#app
    const lanes: Promise<void>[] = []
    for (const id of await deliveriesRepo(db.read).dueWebhooks(clock.now())) {
      const wanted = this.#failing.has(id) ? maxCalls.failing : maxCalls.perWebhook
      // Computed beforehand, because a lane that finds nothing ends immediately.
      const free = Math.min(wanted - (this.#lanes.get(id) ?? 0), maxCalls.total - this.#total)
      for (let begun = 0; begun < free; begun++) lanes.push(this.#lane(id))
    }
    return { lanes }
  }
}
