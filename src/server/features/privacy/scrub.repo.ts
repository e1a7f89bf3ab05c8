import { eq, isNull } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { settings } from '#drizzle/schema/auth.ts'
import { repository } from '#server/platform/db.ts'

const key = 'scrub_wanted'

export const scrubRepo = repository((db) => ({
  want: async () => {
    await db.insert(settings).values({ key, value: '1' }).onConflictDoNothing()
  },
  isWanted: async () => (await db.$count(settings, eq(settings.key, key))) > 0,
  done: async () => {
    await db.delete(settings).where(eq(settings.key, key))
  },
  examsRun: async () => (await db.$count(attempts, isNull(attempts.submittedAt))) > 0,
}))
