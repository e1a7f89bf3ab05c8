import { eq } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { bound, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

export const brandingRepo = repository((db) => {
  const college = db
    .select({ collegeName: colleges.name, logoUrl: colleges.logoUrl })
    .from(colleges)
    .where(bound(colleges, 'id'))
    .prepare()
  return {
    college: async ({ collegeId }: CollegeScope) =>
      college.get({ id: collegeId }) ?? { collegeName: '', logoUrl: null },
    setCollegeLogo: async ({ collegeId }: CollegeScope, logoUrl: string | null) => {
      await db.update(colleges).set({ logoUrl }).where(eq(colleges.id, collegeId))
    },
  }
})
