import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { UploadedFile } from '#server/platform/files.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { AuditAction } from '#shared/audit/audit.schema.ts'
import type { NotificationForm, notification, Status, TargetsForm } from '#shared/notifications/notifications.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { type Attachment, deleteAttachment, noAttachment, storeAttachment } from './attachments.ts'
import { presentContent } from './content.ts'
import { deliver, sendOut } from './delivery.ts'
import { expired, isOut, noRecipients, notificationNotFound, tooEarly } from './notifications.errors.ts'
import { type NotificationRow, notificationsRepo, type Viewer } from './notifications.repo.ts'
import { removeNotification } from './removal.ts'
import { targetsRepo } from './targets.repo.ts'
import { collegeOf, requireRecipients } from './targets.ts'

export const viewerOf = (reach: Reach, { id }: Actor): Viewer => ({ college: collegeOf(reach), userId: id })

/** Returns a notification whose statistics the viewer may see. @throws NOT_FOUND */
export async function requireNotification(db: Db, viewer: Viewer, id: string) {
  const found = await notificationsRepo(db).find(viewer, id)
  if (!found) throw notificationNotFound()
  return found
}

/** Returns the viewer's own notification. @throws NOT_FOUND, also for another person's notification */
async function requireOwn(db: Db, viewer: Viewer, id: string): Promise<NotificationRow> {
  const found = await requireNotification(db, viewer, id)
  if (found.notification.senderId !== viewer.userId) throw notificationNotFound()
  return found.notification
}

function statusOf({ sentAt, missedAt, expiresAt }: NotificationRow, isSending: boolean, now: number): Status {
  if (missedAt !== null) return 'missed'
  if (sentAt === null) return 'scheduled'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return isSending ? 'sending' : 'sent'
}

/** The fields visible to a notification's sender and their superiors. */
export function present(
  row: NotificationRow,
  isSending: boolean,
  viewer: Viewer,
  now: number,
): z.input<typeof notification> {
  return {
    ...presentContent(row),
    ...row.targets,
    scheduledFor: row.scheduledFor,
    status: statusOf(row, isSending, now),
    isOwn: row.senderId === viewer.userId,
  }
}

function requireTimes({ scheduledFor, expiresAt }: NotificationForm, now: number) {
  if (scheduledFor !== null && scheduledFor <= now) throw tooEarly()
  if (expiresAt !== null && expiresAt <= now) throw expired()
}

/** The form fields stored in the row. */
const written = ({
  title,
  message,
  type,
  priority,
  targetType,
  scheduledFor,
  expiresAt,
  ...form
}: NotificationForm) => ({
  title,
  message,
  type,
  priority,
  targetType,
  targets: { targetColleges: form.targetColleges, targetUsers: form.targetUsers, filters: form.filters },
  scheduledFor,
  expiresAt,
})

const audited = (
  tx: Db,
  now: number,
  actor: Actor,
  action: AuditAction,
  { id, title, targetType }: NotificationRow,
  totalRecipients: number,
) =>
  recordAudit(tx, now, actor, {
    action,
    subject: { type: 'notification', id, name: title },
    detail: { targetType, totalRecipients },
  })

/**
 * Creates a notification and sends or schedules it. Sends nothing on error.
 * @throws NOT_FOUND for an unknown college or person, or one the sender cannot reach; VALIDATION when a college admin
 * targets colleges, nobody is selected or a time is in the past; UNSUPPORTED_TYPE for the attachment
 */
export async function createNotification(
  app: Platform,
  reach: Reach,
  actor: Actor,
  { file, ...form }: NotificationForm & { file?: UploadedFile | undefined },
) {
  const viewer = viewerOf(reach, actor)
  requireTimes(form, app.clock.now())
  // Validate before storing the file, so a rejected call leaves nothing behind.
  await requireRecipients(app.db.read, viewer.college, form)
  const attachment = file ? await storeAttachment(app, file) : noAttachment
  const id = newId()
  const now = app.clock.now()
  const { row, totalRecipients } = await app.db.write(async (tx) => {
    const totalRecipients = await requireRecipients(tx, viewer.college, form)
    const row: NotificationRow = {
      id,
      senderId: actor.id,
      senderRole: actor.role,
      senderName: actor.name,
      senderEmail: actor.email,
      collegeId: viewer.college,
      ...written(form),
      ...attachment,
      createdAt: now,
      sentAt: null,
      missedAt: null,
      deletedAt: null,
      massMailId: null,
    }
    await notificationsRepo(tx).insert(row)
    // Store the recipients now, in the same transaction.
    if (row.scheduledFor === null) await sendOut(app, tx, row, now)
    const action = row.scheduledFor === null ? 'notification.send' : 'notification.schedule'
    await audited(tx, now, actor, action, row, totalRecipients)
    return { row: (await requireNotification(tx, viewer, id)).notification, totalRecipients }
  })
  await deliver(app, id)
  return { notification: present(row, false, viewer, now), totalRecipients }
}

/** A notification from the system to students of a college. It has no author, so nobody can change or delete it. */
export interface StudentNotice {
  collegeId: string
  sender: { role: 'master_admin' | 'college_admin'; name: string; email: string }
  title: string
  message: string
  studentIds: readonly string[]
}

/**
 * Sends a notice to students, in the app and by email, inside the caller's job; `deliver` then delivers it.
 * @returns the notification's id
 */
export async function sendNotice(app: Platform, tx: Db, notice: StudentNotice, now: number): Promise<string> {
  const { collegeId, sender, title, message, studentIds } = notice
  const id = newId()
  const row: NotificationRow = {
    ...{ id, collegeId, title, message, senderId: '', senderRole: sender.role },
    ...{ senderName: sender.name, senderEmail: sender.email, type: 'announcement', priority: 'medium' },
    ...{ targetType: 'students', createdAt: now, scheduledFor: null, expiresAt: null, sentAt: null },
    ...{ missedAt: null, deletedAt: null, massMailId: null },
    targets: { targetColleges: [], targetUsers: [...studentIds], filters: { branches: [], batches: [], sections: [] } },
    ...noAttachment,
  }
  await notificationsRepo(tx).insert(row)
  await sendOut(app, tx, row, now)
  return id
}

/**
 * Replaces a scheduled notification. Without a time, it is sent immediately.
 * @throws the errors of `createNotification`, NOT_FOUND for another person's notification, CONFLICT once it is sent
 */
export async function updateNotification(
  app: Platform,
  reach: Reach,
  actor: Actor,
  id: string,
  {
    file,
    removeAttachment,
    ...given
  }: NotificationForm & { file?: UploadedFile | undefined; removeAttachment: boolean },
) {
  const viewer = viewerOf(reach, actor)
  const form = await withoutGone(app.db.read, viewer, await requireScheduled(app.db.read, viewer, id), given)
  requireTimes(form, app.clock.now())
  await requireRecipients(app.db.read, viewer.college, form)
  const stored = file ? await storeAttachment(app, file) : undefined
  const now = app.clock.now()
  const { before, row, totalRecipients } = await app.db.write(async (tx) => {
    const before = await requireScheduled(tx, viewer, id)
    const totalRecipients = await requireRecipients(tx, viewer.college, form)
    const attachment: Partial<Attachment> = stored ?? (removeAttachment ? noAttachment : {})
    await notificationsRepo(tx).update(id, { ...written(form), ...attachment, missedAt: null })
    const { notification } = await requireNotification(tx, viewer, id)
    if (notification.scheduledFor === null) await sendOut(app, tx, notification, now)
    await audited(tx, now, actor, 'notification.update', notification, totalRecipients)
    return { before, row: (await requireNotification(tx, viewer, id)).notification, totalRecipients }
  })
  if (before.attachmentFile !== null && before.attachmentFile !== row.attachmentFile)
    await deleteAttachment(app, before.attachmentFile)
  await deliver(app, id)
  return { notification: present(row, false, viewer, now), totalRecipients }
}

/**
 * Removes people and colleges that were stored with the notification but no longer exist, so clients can submit the
 * form as they received it.
 * @throws VALIDATION when none of the selected still exist, because an empty selection would mean everybody
 */
async function withoutGone<Form extends TargetsForm>(db: Db, viewer: Viewer, { targets }: NotificationRow, form: Form) {
  const repo = targetsRepo(db)
  const gone = new Set([
    ...(await repo.missingUsers(viewer.college, targets.targetUsers)),
    ...(await repo.missingColleges(viewer.college, targets.targetColleges)),
  ])
  const left = (ids: readonly string[]) => {
    const there = ids.filter((id) => !gone.has(id))
    if (ids.length > 0 && there.length === 0) throw noRecipients()
    return there
  }
  return { ...form, targetUsers: left(form.targetUsers), targetColleges: left(form.targetColleges) }
}

/** @throws NOT_FOUND for another person's notification, CONFLICT once it is sent */
async function requireScheduled(db: Db, viewer: Viewer, id: string): Promise<NotificationRow> {
  const row = await requireOwn(db, viewer, id)
  if (row.sentAt !== null) throw isOut()
  return row
}

/** Checks ownership before the form is validated. @throws NOT_FOUND for another person's notification */
export const requireOwnNotification = (app: Platform, reach: Reach, actor: Actor, id: string) =>
  requireOwn(app.db.read, viewerOf(reach, actor), id)

/** @throws NOT_FOUND if the viewer may not see it */
export const requireVisible = (app: Platform, reach: Reach, actor: Actor, id: string) =>
  requireNotification(app.db.read, viewerOf(reach, actor), id)

/**
 * Deletes a notification. A scheduled one is never sent; a sent one disappears from inboxes and statistics, and unsent
 * mail is dropped.
 * @throws NOT_FOUND for another person's notification
 */
export async function deleteNotification(app: Platform, reach: Reach, actor: Actor, id: string) {
  const viewer = viewerOf(reach, actor)
  const now = app.clock.now()
  const row = await app.db.write(async (tx) => {
    const row = await requireOwn(tx, viewer, id)
    const { recipients } = await requireNotification(tx, viewer, id)
    await notificationsRepo(tx).update(id, { deletedAt: now })
    await audited(tx, now, actor, 'notification.delete', row, recipients)
    return row
  })
  await removeNotification(app, row)
  return { message: row.sentAt === null ? 'The scheduled notification was cancelled' : 'The notification was deleted' }
}

/** Maximum selected people listed by name. */
const maxChosen = 200

/** Returns a notification that the viewer may see, with the names of the selected people. @throws NOT_FOUND */
export async function getNotification(app: Platform, reach: Reach, actor: Actor, id: string) {
  const viewer = viewerOf(reach, actor)
  const { notification, isSending } = await requireNotification(app.db.read, viewer, id)
  const { targetUsers } = notification.targets
  const repo = targetsRepo(app.db.read)
  return {
    notification: present(notification, isSending === 1, viewer, app.clock.now()),
    chosenUsers: await repo.chosen(viewer.college, targetUsers, maxChosen),
    missingUsers: await repo.missingUsers(viewer.college, targetUsers),
  }
}
