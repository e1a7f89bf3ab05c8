import { eq } from 'drizzle-orm'
import { settings } from '#drizzle/schema/auth.ts'
import { bound, repository } from './db.ts'

/** Single values by key, in the table `settings`. */
export const storedValuesRepo = repository((db) => {
  const find = db.select({ value: settings.value }).from(settings).where(bound(settings, 'key')).prepare()
  return {
    get: async (key: string) => find.get({ key })?.value,
    set: async (key: string, value: string) => {
      await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
    },
    delete: async (key: string) => {
      await db.delete(settings).where(eq(settings.key, key))
    },
  }
})
