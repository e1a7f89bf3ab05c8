import { eq, sql } from 'drizzle-orm'
import { settings } from '#drizzle/schema/auth.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

const logoKey = 'platform_logo'

export const brandingRepo = repository((db) => {
  const platformLogo = db.select({ value: settings.value }).from(settings).where(eq(settings.key, logoKey)).prepare()
  const college = db
    .select({ collegeName: colleges.name, logoUrl: colleges.logoUrl })
    .from(colleges)
    .where(eq(colleges.id, sql.placeholder('id')))
    .prepare()
  return {
    platformLogo: async () => platformLogo.get()?.value ?? null,
    setPlatformLogo: async (value: string | null) => {
      if (value === null) return void (await db.delete(settings).where(eq(settings.key, logoKey)))
      await db
        .insert(settings)
        .values({ key: logoKey, value })
        .onConflictDoUpdate({ target: settings.key, set: { value } })
    },
    college: async ({ collegeId }: CollegeScope) =>
      college.get({ id: collegeId }) ?? { collegeName: '', logoUrl: null },
    setCollegeLogo: async ({ collegeId }: CollegeScope, logoUrl: string | null) => {
      await db.update(colleges).set({ logoUrl }).where(eq(colleges.id, collegeId))
    },
  }
})
