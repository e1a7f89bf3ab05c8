import { and, asc, eq, gt, isNull, lte, notExists, sql } from 'drizzle-orm'
import { passwordResets } from '#drizzle/schema/auth.ts'
import { users } from '#drizzle/schema/members.ts'
import { repository } from '#server/platform/db.ts'

export const resetsRepo = repository((db) => ({
  /** A new request invalidates the previous link. */
  request: async (email: string, requestedAt: number) => {
    const wish = { requestedAt, tokenHash: null, expiresAt: null }
    await db
      .insert(passwordResets)
      .values({ email, ...wish })
      .onConflictDoUpdate({ target: passwordResets.email, set: wish })
  },
  /** Takes all requests for unknown emails off the queue in one statement by giving them an unused token. */
  settleUnknown: async (expiresAt: number) => {
    await db
      .update(passwordResets)
      .set({ tokenHash: sql`lower(hex(randomblob(32)))`, expiresAt })
      .where(
        and(
          isNull(passwordResets.tokenHash),
          notExists(db.select({ id: users.id }).from(users).where(eq(users.email, passwordResets.email))),
        ),
      )
  },
  waiting: async (limit: number) =>
    db
      .select({ email: passwordResets.email })
      .from(passwordResets)
      .where(isNull(passwordResets.tokenHash))
      .orderBy(asc(passwordResets.requestedAt))
      .limit(limit),
  issue: async (email: string, tokenHash: string, expiresAt: number) => {
    await db.update(passwordResets).set({ tokenHash, expiresAt }).where(eq(passwordResets.email, email))
  },
  findUser: async (tokenHash: string, now: number) =>
    db
      .select({ id: users.id, role: users.role, name: users.name, email: users.email, collegeId: users.collegeId })
      .from(passwordResets)
      .innerJoin(users, eq(users.email, passwordResets.email))
      .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now)))
      .get(),
  delete: async (email: string) => {
    await db.delete(passwordResets).where(eq(passwordResets.email, email))
  },
  deleteExpired: async (now: number) => {
    await db
      .delete(passwordResets)
      .where(and(sql`${passwordResets.tokenHash} is not null`, lte(passwordResets.expiresAt, now)))
  },
  setPassword: async (userId: string, passwordHash: string) => {
    await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
  },
}))
