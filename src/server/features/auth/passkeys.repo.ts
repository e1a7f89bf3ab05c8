import { desc, eq } from 'drizzle-orm'
import { passkeys } from '#drizzle/schema/auth.ts'
import { equals, repository } from '#server/platform/db.ts'

export type PasskeyRow = typeof passkeys.$inferSelect

export const passkeysRepo = repository((db) => ({
  list: async (userId: string) =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt), desc(passkeys.id)),
  find: async (id: string) => db.select().from(passkeys).where(eq(passkeys.id, id)).get(),
  count: async (userId: string) => db.$count(passkeys, eq(passkeys.userId, userId)),
  insert: async (row: PasskeyRow) => {
    await db.insert(passkeys).values(row)
  },
  use: async (id: string, counter: number, lastUsedAt: number) => {
    await db.update(passkeys).set({ counter, lastUsedAt }).where(eq(passkeys.id, id))
  },
  /** @returns true if there were any */
  deleteOfUser: async (userId: string) => db.delete(passkeys).where(eq(passkeys.userId, userId)).run().changes > 0,
  delete: async (userId: string, id: string) =>
    db.delete(passkeys).where(equals(passkeys, { id, userId })).returning({ name: passkeys.name }).get(),
}))
