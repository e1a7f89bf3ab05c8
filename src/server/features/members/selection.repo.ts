import { and, type SQL, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { GroupPatch } from '#shared/members/selection.schema.ts'

/** Unary plus disables the college index, because SQLite would read 20,000 people through it to find a few hundred. */
const selected = ({ collegeId }: CollegeScope, ids: readonly string[]): SQL | undefined =>
  and(isAmong(users.id, ids), sql`+${users.collegeId} = ${collegeId}`, sql`+${users.role} <> 'college_admin'`)

export const selectionRepo = repository((db) => ({
  find: async (scope: CollegeScope, ids: readonly string[]) => db.select().from(users).where(selected(scope, ids)),
  update: async (scope: CollegeScope, ids: readonly string[], change: { isActive: boolean } | GroupPatch) => {
    await db.update(users).set(change).where(selected(scope, ids))
  },
}))
