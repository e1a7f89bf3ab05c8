import { and, eq, isNull } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, isAmong, repository } from '#server/platform/db.ts'

export const authRepo = repository((db) => {
  const userWithCollege = () =>
    db.select({ user: users, college: colleges }).from(users).leftJoin(colleges, eq(colleges.id, users.collegeId))
  const byEmail = userWithCollege().where(bound(users, 'email')).prepare()
  const byId = userWithCollege().where(bound(users, 'id')).prepare()

  return {
    findByEmail: async (email: string) => byEmail.get({ email }),
    find: async (id: string) => byId.get({ id }),
    /** @param collegeId null for all colleges */
    findByEmails: async (emails: readonly string[], collegeId: string | null) =>
      db
        .select({ id: users.id, name: users.name, email: users.email, role: users.role })
        .from(users)
        .where(and(isAmong(users.email, emails), collegeId === null ? undefined : eq(users.collegeId, collegeId))),
    countMasterAdmins: async () => db.$count(users, and(isNull(users.collegeId), eq(users.role, 'master_admin'))),
    insertUser: async (row: typeof users.$inferInsert) => {
      await db.insert(users).values(row)
    },
    /** `passwordHash` replaces a temporary hash with a permanent one. */
    recordLogin: async (id: string, at: number, passwordHash?: string) => {
      await db
        .update(users)
        .set({ lastLoginAt: at, ...(passwordHash ? { passwordHash } : {}) })
        .where(eq(users.id, id))
    },
  }
})
