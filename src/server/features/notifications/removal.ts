import { withdrawMassMail } from '#server/platform/mail/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { deleteAttachment, deleteOrphans } from './attachments.ts'
import { deliveryRepo } from './delivery.repo.ts'
import { notificationsRepo } from './notifications.repo.ts'

/** Maximum recipients deleted per write job, to limit each job to a few milliseconds. */
const perJob = 250

/** Deletes a deleted notification's data in batches, so exam saves can run in between. */
export async function removeNotification(
  app: Platform,
  { id, massMailId, attachmentFile }: { id: string; massMailId: string | null; attachmentFile: string | null },
): Promise<void> {
  await app.db.write((tx) => deliveryRepo(tx).deleteParts(id))
  if (massMailId !== null) await withdrawMassMail(app, massMailId)
  while ((await app.db.write((tx) => notificationsRepo(tx).deleteRecipients(id, perJob))) > 0);
  await app.db.write((tx) => notificationsRepo(tx).delete(id))
  if (attachmentFile !== null) await deleteAttachment(app, attachmentFile)
}

/** Resumes interrupted deletions and deletes orphaned files. */
export async function finishRemovals(app: Platform): Promise<void> {
  for (const row of await notificationsRepo(app.db.read).deleted()) await removeNotification(app, row)
  await deleteOrphans(app)
}

/** Deletes notifications sent or missed before a time. */
export async function removeOldNotifications(app: Platform, before: number): Promise<void> {
  const old = await app.db.write((tx) => notificationsRepo(tx).markOld(before, app.clock.now()))
  for (const row of old) await removeNotification(app, row)
}

/** Deletes everything a college's people have sent or received, before the people are deleted. */
export async function removeCollegeNotifications(app: Platform, collegeId: string): Promise<void> {
  for (const row of await notificationsRepo(app.db.read).ofCollege(collegeId)) await removeNotification(app, row)
  while ((await app.db.write((tx) => notificationsRepo(tx).deleteCollegeRecipients(collegeId, perJob))) > 0);
}
