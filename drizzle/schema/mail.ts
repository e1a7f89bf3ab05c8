import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Mail to be sent. Its words are wiped once it is out: they may hold a password or a link that signs in. */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Somebody is waiting for it: it goes before letters that were queued in thousands. */
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
  ],
)
