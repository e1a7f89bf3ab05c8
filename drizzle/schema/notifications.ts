import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { priorities, type Targets, targetTypes, types } from '#shared/notifications/notifications.schema.ts'
import { roles } from '#shared/roles.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { massMails } from './mail.ts'
import { users } from './members.ts'

/** Sort key: sent time, with unsent notifications first. */
export const listedAt = sql.raw('case when sent_at is null then 9007199254740991 else sent_at end')

/** A notification with its audience and time. The sender's name and email are copied when it is created. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: text().primaryKey(),
    senderId: text().notNull(),
    senderRole: text({ enum: roles }).notNull(),
    senderName: text().notNull(),
    senderEmail: text().notNull(),
    /** The sender's college; null for the platform. */
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    message: text().notNull(),
    type: text({ enum: types }).notNull(),
    priority: text({ enum: priorities }).notNull(),
    targetType: text({ enum: targetTypes }).notNull(),
    targets: text({ mode: 'json' }).$type<Targets>().notNull(),
    scheduledFor: integer(),
    expiresAt: integer(),
    attachmentName: text(),
    attachmentType: text(),
    /** File name in the attachments folder. */
    attachmentFile: text(),
    attachmentBytes: integer(),
    createdAt: integer().notNull(),
    /** When it was sent and its recipients were fixed; null while scheduled. */
    sentAt: integer(),
    /** When it was due but not sent because nobody matched or it had expired. */
    missedAt: integer(),
    /** Set while its rows are being deleted in batches; the notification is hidden from then on. */
    deletedAt: integer(),
    /** The mass mail with the text emailed to each recipient. */
    massMailId: text('letter_id').references(() => massMails.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('notifications_sent').on(table.sentAt, table.id),
    index('notifications_listed').on(listedAt, table.id),
    index('notifications_college_listed').on(table.collegeId, listedAt, table.id),
    index('notifications_due').on(table.scheduledFor).where(sql`sent_at is null and missed_at is null`),
    index('notifications_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('notifications_letter').on(table.massMailId),
  ],
)

/**
 * A notification's recipients, and when each read it. `sentAt` and `expiresAt` are copied from the notification, so
 * that the bell's query needs no join. They never change after sending. WITHOUT ROWID, clustered by the primary key.
 */
export const recipients = sqliteTable(
  'notification_recipients',
  {
    notificationId: ownedBy(() => notifications.id),
    userId: ownedBy(() => users.id),
    sentAt: integer().notNull(),
    expiresAt: integer(),
    readAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.userId] }),
    index('recipients_inbox').on(table.userId, table.sentAt, table.notificationId, table.expiresAt),
    index('recipients_unread').on(table.userId, table.expiresAt).where(sql`read_at is null`),
    index('recipients_seen').on(table.notificationId, table.readAt, table.userId),
  ],
)

/** Pending recipients, a few hundred per part. A part is deleted in the transaction that delivers it. */
export const deliveryParts = sqliteTable(
  'notification_parts',
  {
    notificationId: ownedBy(() => notifications.id),
    part: integer().notNull(),
    userIds: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.part] })],
)

/** A notification's recipient and read counts. Maintained by triggers. */
export const notificationTotals = sqliteTable('notification_totals', {
  notificationId: text()
    .primaryKey()
    .references(() => notifications.id, { onDelete: 'cascade' }),
  recipients: integer().notNull().default(0),
  read: integer().notNull().default(0),
})

/** Reads per quarter hour, numbered from 1970 UTC as in `submissionTotals`. Maintained by triggers. */
export const readingTotals = sqliteTable('reading_totals', {
  quarter: integer().primaryKey(),
  readings: integer().notNull().default(0),
})
