import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { mails } from '#drizzle/schema/mail.ts'
import { repository } from '../db.ts'

type NewLetter = Required<
  Pick<typeof mails.$inferInsert, 'id' | 'recipient' | 'subject' | 'text' | 'html' | 'urgent' | 'createdAt' | 'dueAt'>
>

export const mailsRepo = repository((db) => {
  const due = db
    .select()
    .from(mails)
    .where(
      and(
        eq(mails.urgent, sql.placeholder('urgent')),
        isNotNull(mails.dueAt),
        lte(mails.dueAt, sql.placeholder('now')),
      ),
    )
    .orderBy(asc(mails.dueAt))
    .limit(sql.placeholder('limit'))
    .prepare()
  // Prepared: a bulk upload queues thousands.
  const insert = db
    .insert(mails)
    .values({
      id: sql.placeholder('id'),
      recipient: sql.placeholder('recipient'),
      subject: sql.placeholder('subject'),
      text: sql.placeholder('text'),
      html: sql.placeholder('html'),
      urgent: sql.placeholder('urgent'),
      createdAt: sql.placeholder('createdAt'),
      dueAt: sql.placeholder('dueAt'),
    })
    .prepare()
  return {
    insert: async (row: NewLetter) => {
      insert.run({ ...row })
    },
    /** Letters to be tried now, the urgent first, then by when they were due. */
    due: async (now: number, limit: number) => {
      const first = due.all({ urgent: 1, now, limit })
      return first.length < limit ? [...first, ...due.all({ urgent: 0, now, limit: limit - first.length })] : first
    },
    deleteTo: async (recipient: string) => {
      await db.delete(mails).where(eq(mails.recipient, recipient))
    },
    update: async (id: string, row: Partial<typeof mails.$inferInsert>) => {
      await db.update(mails).set(row).where(eq(mails.id, id))
    },
  }
})
