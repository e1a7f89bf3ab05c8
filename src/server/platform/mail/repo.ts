import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { mails } from '#drizzle/schema/mail.ts'
import { repository } from '../db.ts'

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
  return {
    insert: async (row: typeof mails.$inferInsert) => {
      await db.insert(mails).values(row)
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
