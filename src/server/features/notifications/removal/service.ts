import { withdrawLetter } from '#server/platform/mail/service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { dropAttachment, dropOrphans } from '../attachments/service.ts'
import { deliveryRepo } from '../delivery/repo.ts'
import { notificationsRepo } from '../repo.ts'

/** Recipients removed per write job: a few milliseconds. */
const atOnce = 250

/** Removes what belongs to a deleted notification, bit by bit, so that the saves of an exam come in between. */
export async function removeNotification(
  app: Platform,
  { id, letterId, attachmentFile }: { id: string; letterId: string | null; attachmentFile: string | null },
): Promise<void> {
  await app.db.write((tx) => deliveryRepo(tx).deleteParts(id))
  if (letterId !== null) await withdrawLetter(app, letterId)
  while ((await app.db.write((tx) => notificationsRepo(tx).deleteRecipients(id, atOnce))) > 0);
  await app.db.write((tx) => notificationsRepo(tx).delete(id))
  if (attachmentFile !== null) await dropAttachment(app, attachmentFile)
}

/** Goes on with removals that a stop of the process interrupted, and with files that belong to nothing. */
export async function finishRemovals(app: Platform): Promise<void> {
  for (const row of await notificationsRepo(app.db.read).deleted()) await removeNotification(app, row)
  await dropOrphans(app)
}

/** Removes notifications that went out, or reached nobody, before a time. */
export async function removeOldNotifications(app: Platform, before: number): Promise<void> {
  const old = await app.db.write((tx) => notificationsRepo(tx).markOld(before, app.clock.now()))
  for (const row of old) await removeNotification(app, row)
}

/** Removes all that a college's people have sent or got, before the people themselves go. */
export async function removeCollegeNotifications(app: Platform, collegeId: string): Promise<void> {
  for (const row of await notificationsRepo(app.db.read).ofCollege(collegeId)) await removeNotification(app, row)
  while ((await app.db.write((tx) => notificationsRepo(tx).deleteCollegeRecipients(collegeId, atOnce))) > 0);
}
