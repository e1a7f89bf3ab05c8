import { and, asc, desc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { auditAnchors, auditEntries } from '#drizzle/schema/audit.ts'
import { repository } from '#server/platform/db.ts'

export type AuditRow = typeof auditEntries.$inferSelect

export const chainRepo = repository((db) => {
  const last = db
    .select({ number: auditEntries.number, hash: auditEntries.hash })
    .from(auditEntries)
    .where(isNotNull(auditEntries.number))
    .orderBy(desc(auditEntries.number))
    .limit(1)
    .prepare()

  return {
    last: async () => last.get(),
    unlinked: async () => db.$count(auditEntries, isNull(auditEntries.number)),
    /** Entries not yet linked, in insertion order. */
    listUnlinked: async (limit: number) =>
      db
        .select()
        .from(auditEntries)
        .where(isNull(auditEntries.number))
        .orderBy(asc(auditEntries.at), asc(auditEntries.id))
        .limit(limit),
    link: async (id: string, links: Partial<AuditRow>) => {
      await db.update(auditEntries).set(links).where(eq(auditEntries.id, id))
    },
    /** True if a removal entry covers everything up to this anchor. */
    isNoted: async ({ number, hash }: { number: number; hash: string }) =>
      (await db.$count(
        auditEntries,
        and(
          gt(auditEntries.number, number),
          eq(auditEntries.action, 'platform.prune_audit_log'),
          sql`${auditEntries.detail} ->> 'number' = ${number} and ${auditEntries.detail} ->> 'hash' = ${hash}`,
        ),
      )) > 0,
    /** The last entry removed by retention. */
    anchor: async () => db.select().from(auditAnchors).orderBy(desc(auditAnchors.number)).limit(1).get(),
    find: async (number: number) => db.select().from(auditEntries).where(eq(auditEntries.number, number)).get(),
    /** The next entries of the chain after a number. */
    listAfter: async (number: number, limit: number) =>
      db
        .select()
        .from(auditEntries)
        .where(gt(auditEntries.number, number))
        .orderBy(asc(auditEntries.number))
        .limit(limit),
  }
})
