import { and, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { sessions, settings } from '#drizzle/schema/auth.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { apiTokens } from '#drizzle/schema/integrations.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, equals, repository } from '#server/platform/db.ts'

/** Key of the setting that requires staff to use a second step; absent when not required. */
export const secondStepKey = 'second_step_required'

export const sessionsRepo = repository((db) => {
  // Three key lookups take half as long as one join.
  const session = db.select().from(sessions).where(bound(sessions, 'id')).prepare()
  const user = db
    .select({
      id: users.id,
      role: users.role,
      name: users.name,
      email: users.email,
      collegeId: users.collegeId,
      isActive: users.isActive,
    })
    .from(users)
    .where(bound(users, 'id'))
    .prepare()
  const college = db.select({ isActive: colleges.isActive }).from(colleges).where(bound(colleges, 'id')).prepare()

  const required = db.select({ value: settings.value }).from(settings).where(eq(settings.key, secondStepKey)).prepare()

  return {
    find: (id: string) => {
      const found = session.get({ id })
      const whose = found && user.get({ id: found.userId })
      if (!found || !whose) return undefined
      const own = whose.collegeId === null ? undefined : college.get({ id: whose.collegeId })
      return { session: found, user: { ...whose, collegeIsActive: own?.isActive ?? null } }
    },
    isSecondStepRequired: () => required.get() !== undefined,
    ofUser: async (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId)),
    /** Valid sessions, most recently used first. */
    listOfUser: async (userId: string, now: number) =>
      db
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.expiresAt), desc(sessions.createdAt), desc(sessions.id)),
    insert: async (row: typeof sessions.$inferInsert) => {
      await db.insert(sessions).values(row)
    },
    extend: async (id: string, expiresAt: number) => {
      await db.update(sessions).set({ expiresAt }).where(eq(sessions.id, id))
    },
    prove: async (id: string, provedAt: number) => {
      await db.update(sessions).set({ provedAt }).where(eq(sessions.id, id))
    },
    noteSecondStep: async (id: string) => {
      await db.update(sessions).set({ secondStep: true }).where(eq(sessions.id, id))
    },
    delete: async (id: string) => {
      await db.delete(sessions).where(eq(sessions.id, id))
    },
    /** Ignores other people's sessions. @returns the number deleted */
    deleteOwn: async (userId: string, id: string) =>
      db.delete(sessions).where(equals(sessions, { userId, id })).run().changes,
    /** @returns the number deleted */
    deleteOfUser: async (userId: string) => db.delete(sessions).where(eq(sessions.userId, userId)).run().changes,
    /** @returns the number deleted */
    deleteOthersOfUser: async (userId: string, keptId: string) =>
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, keptId)))
        .run().changes,
    deleteApiTokensOfUser: async (userId: string) => {
      await db.delete(apiTokens).where(eq(apiTokens.userId, userId))
    },
    /** Deletes the sessions and API tokens of a college's people. */
    deleteOfCollege: async (collegeId: string) => {
      const people = db.select({ id: users.id }).from(users).where(eq(users.collegeId, collegeId))
      await db.delete(sessions).where(inArray(sessions.userId, people))
      await db.delete(apiTokens).where(inArray(apiTokens.userId, people))
    },
    deleteExpired: async (now: number) => {
      await db.delete(sessions).where(lte(sessions.expiresAt, now))
    },
  }
})
