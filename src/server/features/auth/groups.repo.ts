import { eq } from 'drizzle-orm'
import { groupRequests } from '#drizzle/schema/members.ts'
import { repository } from '#server/platform/db.ts'

export const groupRequestsRepo = repository((db) => ({
  find: async (studentId: string) =>
    db.select().from(groupRequests).where(eq(groupRequests.studentId, studentId)).get(),
  /** A newer request replaces an older one. */
  put: async (row: typeof groupRequests.$inferInsert) => {
    const { studentId, ...fields } = row
    await db.insert(groupRequests).values(row).onConflictDoUpdate({ target: groupRequests.studentId, set: fields })
  },
  delete: async (studentId: string) => {
    await db.delete(groupRequests).where(eq(groupRequests.studentId, studentId))
  },
}))
