import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { recoveryCodes, totpSecrets } from '#drizzle/schema/auth.ts'
import { equals, repository } from '#server/platform/db.ts'

export const twoStepRepo = repository((db) => ({
  find: async (userId: string) => db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).get(),
  /** Stores a new secret. Replaces an unconfirmed one, but never a confirmed one. */
  begin: async (userId: string, secret: string, createdAt: number) => {
    const row = { secret, createdAt, confirmedAt: null, lastStep: null }
    await db
      .insert(totpSecrets)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: totpSecrets.userId, set: row, setWhere: isNull(totpSecrets.confirmedAt) })
  },
  confirm: async (userId: string, at: number) =>
    db
      .update(totpSecrets)
      .set({ confirmedAt: at })
      .where(and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt)))
      .run().changes > 0,
  /** Consumes a time step. @returns false when it or a later one was used before, or the secret changed */
  takeStep: async (userId: string, secret: string, step: number) =>
    db
      .update(totpSecrets)
      .set({ lastStep: step })
      .where(
        and(equals(totpSecrets, { userId, secret }), or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step))),
      )
      .run().changes > 0,
  delete: async (userId: string) => {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    return db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).run().changes > 0
  },
  countCodes: async (userId: string) =>
    db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  /** Consumes a recovery code. @returns false when it does not exist or was used before */
  takeCode: async (userId: string, codeHash: string, at: number) =>
    db
      .update(recoveryCodes)
      .set({ usedAt: at })
      .where(and(equals(recoveryCodes, { userId, codeHash }), isNull(recoveryCodes.usedAt)))
      .run().changes > 0,
  replaceCodes: async (userId: string, codeHashes: readonly string[]) => {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })))
  },
  /** True once a first code has confirmed the secret. */
  isOn: async (userId: string) =>
    (await db.$count(totpSecrets, and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))) > 0,
}))
