import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import { faultOf } from '#server/platform/outgoing-call.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { AuditAction } from '#shared/audit/audit.schema.ts'
import { maxWebhooks, type webhook, type webhookForm } from '#shared/integrations/webhooks.schema.ts'
import { recordAudit } from '../../audit/audit.ts'
import { refusedAddress, tooManyWebhooks, webhookNotFound } from '../integrations.errors.ts'
import { type DeliveryRow, deliveriesRepo } from './deliveries.repo.ts'
import { type WebhookOwner, type WebhookRow, webhooksRepo } from './webhooks.repo.ts'

type Form = z.output<typeof webhookForm>
type Found = { webhook: WebhookRow; waiting: number }

/** The owner whose webhooks a person administers. */
export const ownerOf = (reach: Reach): WebhookOwner => (reach.kind === 'platform' ? null : reach.scope.collegeId)

/** Standard Webhooks format: `whsec_` and 256 random bits in Base64. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export const presentDelivery = ({ id, event, createdAt, tries, dueAt, deliveredAt, ...last }: DeliveryRow) => ({
  id,
  event,
  createdAt,
  tries,
  deliveredAt,
  status: dueAt !== null ? ('waiting' as const) : deliveredAt !== null ? ('delivered' as const) : ('failed' as const),
  nextTryAt: dueAt,
  lastStatus: last.lastStatus,
  lastError: last.lastError,
})

async function present(app: Platform, { webhook: row, waiting }: Found): Promise<z.input<typeof webhook>> {
  const last = await deliveriesRepo(app.db.read).last(row.id)
  const { id, url, isActive, failingSince, createdAt } = row
  const events = row.events.filter((event) => event !== 'ping')
  return {
    id,
    url,
    events,
    isActive,
    failingSince,
    createdAt,
    waiting,
    lastDelivery: last ? presentDelivery(last) : null,
  }
}

/** @throws NOT_FOUND, also for another college's webhook */
export async function requireWebhook(app: Platform, reach: Reach, id: string): Promise<Found> {
  const found = await webhooksRepo(app.db.read).find(ownerOf(reach), id)
  if (!found) throw webhookNotFound()
  return found
}

/** Webhooks of the college, or of the platform for the master admin, oldest first. */
export async function findWebhooks(app: Platform, reach: Reach) {
  const rows = await webhooksRepo(app.db.read).list(ownerOf(reach))
  return { webhooks: await Promise.all(rows.map((row) => present(app, row))) }
}

function checkAddress(app: Platform, url: string) {
  const fault = faultOf(url, app.config.webhookPrivate)
  if (fault) throw refusedAddress(fault)
}

/** Adds a webhook and returns its secret. @throws VALIDATION for a forbidden address, CONFLICT if there are too many */
export async function createWebhook(app: Services, reach: Reach, actor: Actor, form: Form) {
  checkAddress(app, form.url)
  const owner = ownerOf(reach)
  const now = app.clock.now()
  const fresh = { isActive: true, failingSince: null, createdAt: now }
  const [id, secret] = [newId(), newSecret()]
  const row: WebhookRow = { id, collegeId: owner, secret: app.vault.seal(secret, id), ...form, ...fresh }
  await app.db.write(async (tx) => {
    if ((await webhooksRepo(tx).count(owner)) >= maxWebhooks) throw tooManyWebhooks()
    await webhooksRepo(tx).insert(row)
    await recordAudit(tx, now, actor, entryOf('webhook.create', row, { events: row.events.join(', ') }))
  })
  app.webhooks.forget()
  return { webhook: await present(app, { webhook: row, waiting: 0 }), secret }
}

const entryOf = (action: AuditAction, { id, url, collegeId }: WebhookRow, detail: Record<string, unknown> = {}) => ({
  action,
  subject: { type: 'webhook' as const, id, name: url },
  collegeId,
  detail,
})

async function change(
  app: Platform,
  reach: Reach,
  actor: Actor,
  id: string,
  fieldsOf: (before: WebhookRow) => { fields: Partial<WebhookRow>; detail: Record<string, unknown> },
): Promise<Found> {
  return app.db.write(async (tx) => {
    const found = await webhooksRepo(tx).find(ownerOf(reach), id)
    if (!found) throw webhookNotFound()
    const { fields, detail } = fieldsOf(found.webhook)
    await webhooksRepo(tx).update(id, fields)
    await recordAudit(tx, app.clock.now(), actor, entryOf('webhook.update', found.webhook, detail))
    return { ...found, webhook: { ...found.webhook, ...fields } }
  })
}

/** Changes a webhook's address and events. Pending deliveries go to the new address. @throws NOT_FOUND, VALIDATION */
export async function updateWebhook(app: Platform, reach: Reach, actor: Actor, id: string, { url, events }: Form) {
  checkAddress(app, url)
  const changed = await change(app, reach, actor, id, (before) => ({
    fields: { url, events, ...(url === before.url ? {} : { failingSince: null }) },
    detail: { ...(url === before.url ? {} : { newAddress: url }), events: events.join(', ') },
  }))
  return { webhook: await present(app, changed) }
}

/**
 * Pauses or resumes a webhook. Pending deliveries stay pending; events during a pause are not sent. @throws NOT_FOUND
 */
export async function toggleWebhook(app: Platform, reach: Reach, actor: Actor, id: string) {
  const changed = await change(app, reach, actor, id, ({ isActive }) => ({
    fields: { isActive: !isActive, failingSince: null },
    detail: { status: isActive ? 'paused' : 'resumed' },
  }))
  return { webhook: await present(app, changed) }
}

/** Replaces the secret; the old one is invalid immediately. @throws NOT_FOUND */
export async function renewSecret(app: Platform, reach: Reach, actor: Actor, id: string) {
  const secret = newSecret()
  const changed = await change(app, reach, actor, id, () => ({
    fields: { secret: app.vault.seal(secret, id) },
    detail: { secret: 'renewed' },
  }))
  return { webhook: await present(app, changed), secret }
}

/** Maximum deliveries deleted per write job. */
const deletedPerJob = 500

async function deleteDeliveries(app: Platform, id: string, before: number) {
  while ((await app.db.write((tx) => deliveriesRepo(tx).deleteSome(id, before, deletedPerJob))) === deletedPerJob);
}

/** Deletes a webhook with its deliveries, in batches. @throws NOT_FOUND */
export async function deleteWebhook(app: Platform, reach: Reach, actor: Actor, id: string) {
  const { webhook } = await requireWebhook(app, reach, id)
  // Pause first, so no deliveries are added while the existing ones are deleted.
  await app.db.write((tx) => webhooksRepo(tx).update(id, { isActive: false }))
  await deleteDeliveries(app, id, Number.MAX_SAFE_INTEGER)
  await app.db.write(async (tx) => {
    await webhooksRepo(tx).delete(id)
    await recordAudit(tx, app.clock.now(), actor, entryOf('webhook.delete', webhook))
  })
  return { message: 'Webhook deleted' }
}

/** Deletes a college's webhooks in batches, because a cascade would take one long write. */
export async function deleteWebhooksOf(app: Platform, collegeId: string) {
  for (const { webhook } of await webhooksRepo(app.db.read).list(collegeId)) {
    await app.db.write((tx) => webhooksRepo(tx).update(webhook.id, { isActive: false }))
    await deleteDeliveries(app, webhook.id, Number.MAX_SAFE_INTEGER)
    await app.db.write((tx) => webhooksRepo(tx).delete(webhook.id))
  }
}

const day = 86_400_000
/** Retention of deliveries, in days. */
export const recordDays = 30

/** Deletes deliveries past their retention, including pending ones of paused webhooks. */
export async function pruneDeliveries(app: Platform) {
  const before = app.clock.now() - recordDays * day
  for (const { id } of webhooksRepo(app.db.read).all()) await deleteDeliveries(app, id, before)
}
