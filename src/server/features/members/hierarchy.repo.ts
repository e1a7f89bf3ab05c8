import { and, asc, count, countDistinct, eq, isNotNull, sql } from 'drizzle-orm'
import { users } from '#drizzle/schema/members.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { HierarchyQuery } from '#shared/members/members.schema.ts'

export const hierarchyRepo = repository((db) => {
  const students = (scope: CollegeScope) => equals(users, { collegeId: scope.collegeId, role: 'student' })
  const groups = (scope: CollegeScope, { batch, branch }: HierarchyQuery) => {
    const [column, children] =
      batch === undefined
        ? ([users.batch, countDistinct(users.branch)] as const)
        : branch === undefined
          ? ([users.branch, countDistinct(users.section)] as const)
          : ([users.section, sql<number>`0`] as const)
    return db
      .select({ name: sql<string>`${column}`, students: count(), children })
      .from(users)
      .where(
        and(
          students(scope),
          batch === undefined ? undefined : eq(users.batch, batch),
          branch === undefined ? undefined : eq(users.branch, branch),
          isNotNull(column),
        ),
      )
      .groupBy(column)
      .orderBy(asc(column))
  }

  return {
    /** Groups one level below the query, with counts, by name. */
    level: async (scope: CollegeScope, query: HierarchyQuery) => groups(scope, query),
    summary: async (scope: CollegeScope) =>
      db
        .select({
          totalStudents: count(),
          totalBatches: countDistinct(users.batch),
          totalBranches: countDistinct(users.branch),
          totalSections: countDistinct(users.section),
        })
        .from(users)
        .where(students(scope))
        .get(),
  }
})
