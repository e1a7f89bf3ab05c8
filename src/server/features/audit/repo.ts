import { auditEntries } from '#drizzle/schema/audit.ts'
import { repository } from '#server/platform/db.ts'

export const auditRepo = repository((db) => ({
  insert: async (row: typeof auditEntries.$inferInsert) => {
    await db.insert(auditEntries).values(row)
  },
}))
