import { and, eq } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { GroupPatch } from '#shared/members/selection/schema.ts'

export const selectionRepo = repository((db) => ({
  update: async ({ collegeId }: CollegeScope, ids: readonly string[], change: { isActive: boolean } | GroupPatch) => {
    await db
      .update(users)
      .set(change)
      .where(and(eq(users.collegeId, collegeId), isAmong(users.id, ids)))
  },
}))
