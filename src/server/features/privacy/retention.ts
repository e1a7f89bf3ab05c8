import { removeOldMails } from '#server/platform/mail/mail.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import type { Services } from '#server/services.ts'
import { removeOldEntries } from '../audit/removal.ts'
import { lastNightlyBackup } from '../backups/backups.ts'
import { removeOldNotifications } from '../notifications/removal.ts'

const dayMs = 86_400_000
/** Storage key: start time of the nightly backup that preceded the last removal of old data. */
const lastNight = 'retention_night'

/**
 * Deletes data past its configured retention, once a night after the nightly backup, which still contains it. If the
 * backup is late, so is the deletion.
 */
export async function removeOutdated(app: Services): Promise<void> {
  const night = await lastNightlyBackup(app)
  if (night === undefined || String(night) === (await storedValuesRepo(app.db.read).get(lastNight))) return
  const now = app.clock.now()
  const { mails, notifications, auditLog } = app.config.retention
  await removeOldMails(app, now - mails * dayMs)
  if (notifications !== undefined) await removeOldNotifications(app, now - notifications * dayMs)
  if (auditLog !== undefined) await removeOldEntries(app, now - auditLog * dayMs)
  await app.db.write((tx) => storedValuesRepo(tx).set(lastNight, String(night)))
}
