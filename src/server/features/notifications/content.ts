import type { NotificationRow } from './notifications.repo.ts'

/** The fields that every recipient may see. Only the sender may see the other recipients. */
export const presentContent = (row: NotificationRow) => ({
  id: row.id,
  title: row.title,
  message: row.message,
  type: row.type,
  priority: row.priority,
  targetType: row.targetType,
  expiresAt: row.expiresAt,
  attachment:
    row.attachmentName === null
      ? null
      : {
          originalName: row.attachmentName,
          mimetype: row.attachmentType ?? 'application/octet-stream',
          size: row.attachmentBytes ?? 0,
        },
  createdBy: { role: row.senderRole, name: row.senderName, email: row.senderEmail },
  createdAt: row.createdAt,
  sentAt: row.sentAt,
})
