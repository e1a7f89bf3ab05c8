import { eq } from 'drizzle-orm'
import { settings } from '#drizzle/schema/auth.ts'
import { repository } from '#server/platform/db.ts'
export type DestinationName = 'file' | 'syslog'

const keyOf = (name: DestinationName) => `audit_shipped_${name}`

/** Number of the last entry each destination has received. */
export const shippingRepo = repository((db) => ({
  shipped: async (name: DestinationName): Promise<number | undefined> => {
    const row = await db
      .select()
      .from(settings)
      .where(eq(settings.key, keyOf(name)))
      .get()
    return row && Number(row.value)
  },
  setShipped: async (name: DestinationName, number: number) => {
    const row = { key: keyOf(name), value: String(number) }
    await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  },
}))
