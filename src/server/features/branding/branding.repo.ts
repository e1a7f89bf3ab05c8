import { eq, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

export const brandingRepo = repository((db) => {
  const college = db
    .select({ collegeName: colleges.name, logoUrl: colleges.logoUrl })
    .from(colleges)
    .where(eq(colleges.id, sql.placeholder('id')))
    .prepare()
  return {
    college: async ({ collegeId }: CollegeScope) =>
      college.get({ id: collegeId }) ?? { collegeName: '', logoUrl: null },
    setCollegeLogo: async ({ collegeId }: CollegeScope, logoUrl: string | null) => {
      await db.update(colleges).set({ logoUrl }).where(eq(colleges.id, collegeId))
    },
  }
})
