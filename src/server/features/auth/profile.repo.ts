import { eq } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { repository } from '#server/platform/db.ts'

export const profileRepo = repository((db) => ({
  updateUser: async (id: string, row: Partial<typeof users.$inferInsert>) => {
    await db.update(users).set(row).where(eq(users.id, id))
  },
  updateAddress: async (collegeId: string, address: string) => {
    await db.update(colleges).set({ address }).where(eq(colleges.id, collegeId))
  },
}))
