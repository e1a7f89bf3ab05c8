import { and, asc, count, desc, eq, inArray, isNotNull, like, or, type SQL, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { likePattern, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { type MemberRole, memberRoles } from '#shared/members/schema.ts'
import type { PageQuery } from '#shared/schema.ts'

export interface MemberFilter {
  role?: MemberRole | undefined
  branch?: string | undefined
  batch?: string | undefined
  section?: string | undefined
  search?: string | undefined
}

export const membersRepo = repository((db) => {
  const contains = (search: string) => {
    const pattern = likePattern(search)
    return or(
      sql`${like(users.name, pattern)} escape '\\'`,
      sql`${like(users.email, pattern)} escape '\\'`,
      sql`${like(users.idNumber, pattern)} escape '\\'`,
    )
  }
  const matching = (scope: CollegeScope, filter: MemberFilter): SQL | undefined =>
    and(
      eq(users.collegeId, scope.collegeId),
      filter.role ? eq(users.role, filter.role) : inArray(users.role, memberRoles),
      filter.branch ? eq(users.branch, filter.branch) : undefined,
      filter.batch ? eq(users.batch, filter.batch) : undefined,
      filter.section ? eq(users.section, filter.section) : undefined,
      filter.search ? contains(filter.search) : undefined,
    )
  const emailCount = db
    .select({ total: count() })
    .from(users)
    .where(eq(users.email, sql.placeholder('email')))
    .prepare()
  const idNumberCount = db
    .select({ total: count() })
    .from(users)
    .where(and(eq(users.collegeId, sql.placeholder('collegeId')), eq(users.idNumber, sql.placeholder('idNumber'))))
    .prepare()

  const collegeOf = db
    .select()
    .from(colleges)
    .where(eq(colleges.id, sql.placeholder('id')))
    .prepare()

  return {
    collegeOf: async (scope: CollegeScope) => collegeOf.get({ id: scope.collegeId }),
    find: async (scope: CollegeScope, id: string) =>
      db
        .select()
        .from(users)
        .where(and(matching(scope, {}), eq(users.id, id)))
        .get(),
    list: async (scope: CollegeScope, filter: MemberFilter, { page, limit }: PageQuery) =>
      db
        .select()
        .from(users)
        .where(matching(scope, filter))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(limit)
        .offset((page - 1) * limit),
    listAll: async (scope: CollegeScope, filter: MemberFilter) =>
      db.select().from(users).where(matching(scope, filter)).orderBy(asc(users.name), asc(users.id)),
    count: async (scope: CollegeScope, filter: MemberFilter) =>
      (await db.select({ total: count() }).from(users).where(matching(scope, filter)))[0]?.total ?? 0,
    /** Sorted distinct values of one grouping among the college's students. */
    groupNames: async (scope: CollegeScope, group: 'branch' | 'batch' | 'section'): Promise<string[]> => {
      const column = users[group]
      const rows = await db
        .selectDistinct({ name: column })
        .from(users)
        .where(and(matching(scope, { role: 'student' }), isNotNull(column)))
        .orderBy(asc(column))
      return rows.flatMap((row) => row.name ?? [])
    },
    emailIsTaken: async (email: string) => (emailCount.get({ email })?.total ?? 0) > 0,
    idNumberIsTaken: async (collegeId: string, idNumber: string) =>
      (idNumberCount.get({ collegeId, idNumber })?.total ?? 0) > 0,
    insert: async (row: typeof users.$inferInsert) => {
      await db.insert(users).values(row)
    },
  }
})
