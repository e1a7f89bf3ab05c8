import { and, count, eq, getTableName, gt, is, isNull, ne, notExists, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { attempts } from '#drizzle/schema/attempts.ts'
import { sessions } from '#drizzle/schema/auth.ts'
import { mails, massMails } from '#drizzle/schema/mail.ts'
import { markingTotals } from '#drizzle/schema/marking.ts'
import { users } from '#drizzle/schema/members.ts'
import { notificationTotals, readingTotals } from '#drizzle/schema/notifications.ts'
import * as reports from '#drizzle/schema/reports.ts'
import { repository } from '#server/platform/db.ts'

type Cell = string | number | null
type Row = Record<string, Cell>

/** Rows per statement. */
const rowsPerBatch = 500

/** Tables filled by triggers on other tables. */
const maintainedByTriggers: readonly string[] = [
  ...Object.values(reports),
  markingTotals,
  notificationTotals,
  readingTotals,
].flatMap((table) => (is(table, SQLiteTable) ? [getTableName(table)] : []))

const isBlob = (value: unknown) => Buffer.isBuffer(value)
/** JSON has no bytes, so they become hexadecimal digits. */
const jsonOf = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('hex') : (value ?? null))

/** Queries that only the demo needs. */
export const demoRepo = repository((db) => ({
  countUsers: async () => db.$count(users),
  findUser: async (email: string) => db.select().from(users).where(eq(users.email, email)).get(),
  /** Sets one password hash for all accounts. */
  shareHash: async (passwordHash: string) => {
    await db.update(users).set({ passwordHash })
  },
  /** Lists students who are taking a test, except one, and except visitors who are signed in. */
  running: async (exceptEmail: string, now: number) =>
    db
      .select({
        attemptId: attempts.id,
        testId: attempts.testId,
        collegeId: attempts.collegeId,
        id: users.id,
        name: users.name,
        email: users.email,
      })
      .from(attempts)
      .innerJoin(users, eq(users.id, attempts.studentId))
      .where(
        and(
          isNull(attempts.submittedAt),
          gt(attempts.deadline, now),
          ne(users.email, exceptEmail),
          notExists(db.select().from(sessions).where(eq(sessions.userId, users.id))),
        ),
      ),
  recordLogin: async (id: string, lastLoginAt: number) => {
    await db.update(users).set({ lastLoginAt }).where(eq(users.id, id))
  },
  /** Marks every queued email as sent, because the demo sends none. */
  recordMailSent: async () => {
    const own = db.select({ sent: count() }).from(mails).where(eq(mails.massMailId, massMails.id))
    await db.update(massMails).set({ sent: sql`${own}` })
    await db.delete(mails)
  },
  /**
   * All tables except those specific to a database file: settings, sessions, emails and migrations. Full-text indexes
   * are left out, because triggers fill them. Other tables filled by triggers come last, so that inserts into other
   * tables are not counted twice.
   */
  tables: async () =>
    db
      .all<{ name: string }>(sql`
        select name from pragma_table_list
        where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
          and name not like '\\_\\_%' escape '\\' and name not in ('settings', 'sessions', 'mails')`)
      .map(({ name }) => name)
      .sort((one, other) => Number(maintainedByTriggers.includes(one)) - Number(maintainedByTriggers.includes(other))),
  rowsOf: async (table: string) => db.all<Row>(sql`select * from ${sql.identifier(table)}`),
  /** Defers foreign keys until the end of the transaction, so that tables can be filled in any order. */
  deferReferences: async () => {
    db.run(sql`pragma defer_foreign_keys = on`)
  },
  /** Fills a table, replacing rows written by triggers. */
  insertRows: async (table: string, rows: readonly Row[]) => {
    if (maintainedByTriggers.includes(table)) db.run(sql`delete from ${sql.identifier(table)}`)
    const columns = Object.keys(rows[0] ?? {})
    const names = sql.join(
      columns.map((column) => sql.identifier(column)),
      sql`, `,
    )
    // One parameter for all rows: binding every cell takes a fifth of the loading time.
    const cells = sql.join(
      columns.map((column, place) =>
        sql.raw(isBlob(rows[0]?.[column]) ? `unhex(value ->> ${place})` : `value ->> ${place}`),
      ),
      sql`, `,
    )
    for (let from = 0; from < rows.length; from += rowsPerBatch) {
      const batch = rows.slice(from, from + rowsPerBatch).map((row) => columns.map((column) => jsonOf(row[column])))
      db.run(
        sql`insert into ${sql.identifier(table)} (${names}) select ${cells} from json_each(${JSON.stringify(batch)})`,
      )
    }
  },
}))
