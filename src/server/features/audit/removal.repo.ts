import { and, asc, eq, gte, inArray, isNotNull, lte, min } from 'drizzle-orm'
import { auditAnchors, auditEntries } from '#drizzle/schema/audit.ts'
import { repository } from '#server/platform/db.ts'

export const removalRepo = repository((db) => ({
  /** Number of the oldest entry that is not older than `before`. */
  firstSince: async (before: number) =>
    db
      .select({ number: min(auditEntries.number) })
      .from(auditEntries)
      .where(and(isNotNull(auditEntries.number), gte(auditEntries.at, before)))
      .get()?.number ?? undefined,
  anchorAt: async (number: number) => db.select().from(auditAnchors).where(eq(auditAnchors.number, number)).get(),
  insertAnchor: async (row: typeof auditAnchors.$inferInsert) => {
    await db.insert(auditAnchors).values(row)
  },
  /** Removes a batch of entries up to a number, oldest first. @returns the number removed */
  deleteSome: async (upTo: number, limit: number) => {
    const oldest = db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(lte(auditEntries.number, upTo))
      .orderBy(asc(auditEntries.number))
      .limit(limit)
    return db.delete(auditEntries).where(inArray(auditEntries.id, oldest)).run().changes
  },
}))
