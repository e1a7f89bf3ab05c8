import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Words that go to many: each of them has a row in `mails` that names the letter, until it is out. */
export const massMails = sqliteTable('letters', {
  id: text().primaryKey(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** After that it is of no use to anybody, and is not sent. */
  expiresAt: integer(),
  createdAt: integer().notNull(),
  /** How many of them are out. */
  sent: integer().notNull().default(0),
})

/** Mail to be sent. Its words are wiped once it is out: they may hold a password or a link that signs in. */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    /** Whose words it has; its own are then empty, and the row goes once it is out. */
    letterId: text().references(() => massMails.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Somebody is waiting for it: it goes before mass mails. */
    urgent: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
    tries: integer().notNull().default(0),
    /** When it is tried next; null once it is sent or given up. */
    dueAt: integer(),
    sentAt: integer(),
    lastError: text(),
  },
  (table) => [
    index('mails_due').on(table.urgent, table.dueAt).where(sql`due_at is not null`),
    index('mails_recipient').on(table.recipient),
    index('mails_letter').on(table.letterId).where(sql`letter_id is not null`),
  ],
)
