import { eq } from 'drizzle-orm'
import { settings } from '#drizzle/schema/auth.ts'
import { repository } from '#server/platform/db.ts'

const key = 'retention_night'

/** Start time of the nightly backup after which old data was last removed. */
export const retentionRepo = repository((db) => ({
  lastNight: async (): Promise<number | undefined> => {
    const row = await db.select().from(settings).where(eq(settings.key, key)).get()
    return row && Number(row.value)
  },
  setLastNight: async (startedAt: number) => {
    const row = { key, value: String(startedAt) }
    await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  },
}))
