import { desc, eq, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { apiTokens } from '#drizzle/schema/integrations.ts'
import { users } from '#drizzle/schema/members.ts'
import { equals, repository } from '#server/platform/db.ts'

export const tokensRepo = repository((db) => {
  const byHash = db
    .select({
      token: apiTokens,
      user: {
        id: users.id,
        role: users.role,
        name: users.name,
        email: users.email,
        collegeId: users.collegeId,
        isActive: users.isActive,
      },
      collegeIsActive: colleges.isActive,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoin(colleges, eq(colleges.id, users.collegeId))
    .where(eq(apiTokens.tokenHash, sql.placeholder('hash')))
    .prepare()

  return {
    /** A token with its owner, read synchronously. */
    findByHash: (hash: string) => byHash.get({ hash }),
    ofUser: async (userId: string) =>
      db
        .select()
        .from(apiTokens)
        .where(eq(apiTokens.userId, userId))
        .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id)),
    count: async (userId: string) => db.$count(apiTokens, eq(apiTokens.userId, userId)),
    find: async (userId: string, id: string) =>
      db.select().from(apiTokens).where(equals(apiTokens, { id, userId })).get(),
    insert: async (row: typeof apiTokens.$inferInsert) => {
      await db.insert(apiTokens).values(row)
    },
    touch: async (id: string, lastUsedAt: number) => {
      await db.update(apiTokens).set({ lastUsedAt }).where(eq(apiTokens.id, id))
    },
    delete: async (id: string) => {
      await db.delete(apiTokens).where(eq(apiTokens.id, id))
    },
  }
})
