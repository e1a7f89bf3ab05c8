import { uploadResponse } from '#server/platform/export/response.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { openAttachment } from './attachments.ts'
import { deliveryRepo } from './delivery.repo.ts'
import { findReceived } from './inbox.ts'
import { attachmentNotFound, notificationNotFound } from './notifications.errors.ts'

/** A notification sent by this person. */
async function findOwn(app: Platform, { id: userId }: Actor, id: string) {
  const found = await deliveryRepo(app.db.read).find(id)
  return found?.senderId === userId ? found : undefined
}

/**
 * Downloads an attachment, for the sender and recipients. @throws NOT_FOUND for everybody else, and without a file
 */
export async function downloadAttachment(app: Platform, actor: Actor, id: string): Promise<Response> {
  const found = (await findOwn(app, actor, id)) ?? (await findReceived(app, actor, id))
  if (!found) throw notificationNotFound()
  const { attachmentName, attachmentType, attachmentFile } = found
  const file = attachmentFile === null ? undefined : await openAttachment(app, attachmentFile)
  if (!file || attachmentName === null || attachmentType === null) throw attachmentNotFound()
  return uploadResponse(file, attachmentName, attachmentType)
}
