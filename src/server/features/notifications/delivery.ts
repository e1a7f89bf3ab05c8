import type { Db } from '#server/platform/db.ts'
import { addMassMail, queueMassMail } from '#server/platform/mail/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deliveryRepo } from './delivery.repo.ts'
import { type NotificationRow, notificationsRepo } from './notifications.repo.ts'
import { targetsRepo } from './targets.repo.ts'

/** Maximum recipients per write job. A job takes a few milliseconds, and exam saves can run in between. */
const partSize = 250

/** The email to each recipient. Always plain text, regardless of the message's format. */
function wordsOf(app: Platform, { title, message, attachmentName, senderName }: NotificationRow) {
  return {
    subject: title,
    paragraphs: [
      title,
      message,
      ...(attachmentName === null ? [] : [`Attached: ${attachmentName} (open it in ${app.config.platformName})`]),
      `Sent by ${senderName}. Read it in ${app.config.platformName}:`,
      { link: `${app.config.publicUrl}/notifications` },
    ],
  }
}

/**
 * Stores a notification's recipients and email text, inside the caller's job. `deliver` then delivers it, so an
 * interruption neither skips anybody nor notifies them twice.
 */
export async function sendOut(app: Platform, tx: Db, row: NotificationRow, now: number): Promise<void> {
  const form = { targetType: row.targetType, ...row.targets }
  await targetsRepo(tx).storeRecipients(row.collegeId, form, row.id, partSize)
  const massMailId = await addMassMail(tx, now, { ...wordsOf(app, row), expiresAt: row.expiresAt })
  await notificationsRepo(tx).update(row.id, { sentAt: now, massMailId })
}

/** Delivers one batch with its mail and deletes the batch. @returns false when there was none left */
async function deliverPart(tx: Db, id: string, now: number): Promise<boolean> {
  const repo = deliveryRepo(tx)
  const [row, next] = [await repo.find(id), await repo.nextPart(id)]
  if (!row || row.sentAt === null || !next) return false
  const { sentAt, expiresAt, massMailId } = row
  await repo.deliverPart({ id, part: next.part, sentAt, expiresAt })
  const people = await repo.people(id, next.part)
  if (massMailId !== null)
    await queueMassMail(
      tx,
      now,
      massMailId,
      people.map(({ id, email }) => [id, email] as const),
    )
  await repo.deletePart(id, next.part)
  return true
}

/** Delivers a sent notification to all recipients in batches. Idempotent, and safe to run concurrently. */
export async function deliver(app: Platform, id: string): Promise<void> {
  while (await app.db.write((tx) => deliverPart(tx, id, app.clock.now())));
}

/**
 * Sends a due notification unless it was edited or sent in the meantime. If it has no recipients or has expired, it is
 * marked as missed so that its sender can reschedule it.
 */
async function sendOne(app: Platform, id: string) {
  await app.db.write(async (tx) => {
    const row = await deliveryRepo(tx).find(id)
    const now = app.clock.now()
    if (!row || row.sentAt !== null || row.scheduledFor === null || row.scheduledFor > now) return
    const isExpired = row.expiresAt !== null && row.expiresAt <= now
    const form = { targetType: row.targetType, ...row.targets }
    if (isExpired || (await targetsRepo(tx).count(row.collegeId, form)) === 0)
      await notificationsRepo(tx).update(id, { missedAt: now })
    else await sendOut(app, tx, row, now)
  })
}

/** Sends due notifications and resumes interrupted deliveries. */
export async function sendDue(app: Platform): Promise<void> {
  for (const { id } of await deliveryRepo(app.db.read).due(app.clock.now())) await sendOne(app, id)
  for (const { id } of await deliveryRepo(app.db.read).unfinished()) await deliver(app, id)
}
