import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { mails, massMails } from '#drizzle/schema/mail.ts'
import { bound, repository } from '../db.ts'

type NewMail = Required<
  Pick<
    typeof mails.$inferInsert,
    'id' | 'recipient' | 'massMailId' | 'subject' | 'text' | 'html' | 'urgent' | 'createdAt' | 'dueAt'
  >
>

export const mailsRepo = repository((db) => {
  const due = db
    .select({ mail: mails, massMail: massMails })
    .from(mails)
    .leftJoin(massMails, eq(massMails.id, mails.massMailId))
    .where(and(bound(mails, 'urgent'), isNotNull(mails.dueAt), lte(mails.dueAt, sql.placeholder('now'))))
    .orderBy(asc(mails.dueAt))
    .limit(sql.placeholder('limit'))
    .prepare()
  // Prepared because a bulk upload queues thousands of emails.
  const insert = db
    .insert(mails)
    .values({
      id: sql.placeholder('id'),
      recipient: sql.placeholder('recipient'),
      massMailId: sql.placeholder('massMailId'),
      subject: sql.placeholder('subject'),
      text: sql.placeholder('text'),
      html: sql.placeholder('html'),
      urgent: sql.placeholder('urgent'),
      createdAt: sql.placeholder('createdAt'),
      dueAt: sql.placeholder('dueAt'),
    })
    .prepare()
  const massMailId = sql.placeholder('massMailId')
  const insertMails = db
    .insert(mails)
    .select(
      sql`select ${massMailId} || '.' || (value ->> 0), value ->> 1, ${massMailId}, '', '', '', 0, ${sql.placeholder('now')}, 0, ${sql.placeholder('now')}, null, null
        from json_each(${sql.placeholder('to')})`,
    )
    .prepare()
  return {
    insert: async (row: NewMail) => {
      insert.run({ ...row })
    },
    /** Urgent emails come first, then the earliest due. */
    due: async (now: number, limit: number) => {
      const first = due.all({ urgent: 1, now, limit })
      return first.length < limit ? [...first, ...due.all({ urgent: 0, now, limit: limit - first.length })] : first
    },
    deleteTo: async (recipient: string) => {
      await db.delete(mails).where(eq(mails.recipient, recipient))
    },
    delete: async (id: string) => db.delete(mails).where(eq(mails.id, id)).run().changes,
    /** Queues a mass mail to many recipients in one statement. */
    insertMails: async (massMailId: string, to: readonly (readonly [key: string, email: string])[], now: number) => {
      insertMails.run({ massMailId, to: JSON.stringify(to), now })
    },
    insertMassMail: async (row: typeof massMails.$inferInsert) => {
      await db.insert(massMails).values(row)
    },
    countSent: async (massMailId: string) => {
      await db
        .update(massMails)
        .set({ sent: sql`${massMails.sent} + 1` })
        .where(eq(massMails.id, massMailId))
    },
    /** Deletes up to `limit` emails of a mass mail. @returns the number deleted */
    deleteSome: async (massMailId: string, limit: number) => {
      const some = db.select({ id: mails.id }).from(mails).where(eq(mails.massMailId, massMailId)).limit(limit)
      return db.delete(mails).where(inArray(mails.id, some)).run().changes
    },
    /** Deletes up to `limit` sent or abandoned emails created before a time. @returns the number deleted */
    deleteOld: async (before: number, limit: number) => {
      const old = db
        .select({ id: mails.id })
        .from(mails)
        .where(and(isNull(mails.dueAt), lt(mails.createdAt, before)))
        .limit(limit)
      return db.delete(mails).where(inArray(mails.id, old)).run().changes
    },
    deleteMassMail: async (id: string) => {
      await db.delete(massMails).where(eq(massMails.id, id))
    },
    update: async (id: string, row: Partial<typeof mails.$inferInsert>) => {
      await db.update(mails).set(row).where(eq(mails.id, id))
    },
  }
})
