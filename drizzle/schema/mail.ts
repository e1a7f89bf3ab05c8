import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Text shared by many emails. Each email is a row in `mails` that refers to it until sent. */
export const massMails = sqliteTable('letters', {
  id: text().primaryKey(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** Emails that have not been sent by this time are dropped. */
  expiresAt: integer(),
  createdAt: integer().notNull(),
  /** Number of emails already sent. */
  sent: integer().notNull().default(0),
})

/** Outgoing emails. The text is deleted once sent, because it may contain a password or a reset link. */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    /** The mass mail with its text, if any. The text columns here are then empty, and the row is deleted once sent. */
    massMailId: text('letter_id').references(() => massMails.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Sent before mass mails, because someone is waiting for it. */
    urgent: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
    tries: integer().notNull().default(0),
    /** When the next attempt is due; null once sent or abandoned. */
    dueAt: integer(),
    sentAt: integer(),
    lastError: text(),
  },
  (table) => [
    index('mails_due').on(table.urgent, table.dueAt).where(sql`due_at is not null`),
    index('mails_recipient').on(table.recipient),
    index('mails_letter').on(table.massMailId).where(sql`letter_id is not null`),
  ],
)
