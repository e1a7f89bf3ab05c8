import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { MemberRole } from '#shared/members/schema.ts'

interface Colleague {
  id: string
  role: MemberRole
}

const others = (scope: CollegeScope, { id, role }: Colleague) =>
  and(eq(users.collegeId, scope.collegeId), eq(users.role, role), ne(users.id, id))

export const dashboardsRepo = repository((db) => ({
  /** How many people of each role a college has, and how many of them have signed in. */
  countsOf: async (scope: CollegeScope) =>
    db
      .select({ role: users.role, total: count(), signedIn: count(users.lastLoginAt) })
      .from(users)
      .where(eq(users.collegeId, scope.collegeId))
      .groupBy(users.role),
  /** Who has the same role, by name. */
  colleagues: async (scope: CollegeScope, self: Colleague, most: number) =>
    db
      .select({ id: users.id, name: users.name, email: users.email, role: users.role, branch: users.branch })
      .from(users)
      .where(others(scope, self))
      .orderBy(sql`${users.name} collate nocase`, asc(users.id))
      .limit(most),
  countColleagues: async (scope: CollegeScope, self: Colleague) => db.$count(users, others(scope, self)),
}))
