import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { priorities, type Targets, targetTypes, types } from '#shared/notifications/notifications.schema.ts'
import { roles } from '#shared/roles.ts'
import { colleges } from './colleges.ts'
import { massMails } from './mail.ts'
import { users } from './members.ts'

/** Sort key: sent time, with unsent notifications first. */
export const listedAt = sql.raw('case when sent_at is null then 9007199254740991 else sent_at end')

/** A notification, its audience and its time. The sender's name and email are copied at send time. */
export const notifications = sqliteTable(
  'notifications',
  {
    id: text().primaryKey(),
    senderId: text().notNull(),
    senderRole: text({ enum: roles }).notNull(),
    senderName: text().notNull(),
    senderEmail: text().notNull(),
    /** The sender's college; null for the platform's own. */
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
    /** Its name in the folder of attachments. */
    attachmentFile: text(),
    attachmentBytes: integer(),
    createdAt: integer().notNull(),
    /** When it went out and its recipients were fixed; null while it is scheduled. */
    sentAt: integer(),
    /** When its time came, but nobody matched any more or it had expired: it went to nobody. */
    missedAt: integer(),
    /** Set while its rows are being removed, bit by bit; nobody sees it any more. */
    deletedAt: integer(),
    /** The mail that goes to each of its recipients. */
    letterId: text().references(() => massMails.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('notifications_sent').on(table.sentAt, table.id),
    index('notifications_listed').on(listedAt, table.id),
    index('notifications_college_listed').on(table.collegeId, listedAt, table.id),
    index('notifications_due').on(table.scheduledFor).where(sql`sent_at is null and missed_at is null`),
    index('notifications_deleted').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('notifications_letter').on(table.letterId),
  ],
)

/**
 * Recipients and their read state. `sentAt` and `expiresAt` are copied from the notification: they never change after
 * sending, and the bell's query then needs no join. WITHOUT ROWID, clustered by its key.
 */
export const recipients = sqliteTable(
  'notification_recipients',
  {
    notificationId: text()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** The fixed recipients that do not have it yet, some hundred to a part. A part goes in the transaction that gives it to them. */
export const deliveryParts = sqliteTable(
  'notification_parts',
  {
    notificationId: text()
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    part: integer().notNull(),
    userIds: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.notificationId, table.part] })],
)

/** How many got a notification and how many have read it: kept by triggers, equal to a recount. */
export const notificationTotals = sqliteTable('notification_totals', {
  notificationId: text()
    .primaryKey()
    .references(() => notifications.id, { onDelete: 'cascade' }),
  recipients: integer().notNull().default(0),
  read: integer().notNull().default(0),
})

/** Readings of each quarter of an hour since 1970 UTC, as the sums of the reports: kept by triggers, too. */
export const readingTotals = sqliteTable('reading_totals', {
  quarter: integer().primaryKey(),
  readings: integer().notNull().default(0),
})
