import { and, count, desc, eq, like, or, sql } from 'drizzle-orm'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { likePattern, repository } from '#server/platform/db.ts'
import type { PageQuery } from '#shared/schema.ts'

export const collegesRepo = repository((db) => {
  const membersOf = (role: 'faculty' | 'student') =>
    sql<number>`(select count(*) from ${users} where ${users.collegeId} = ${colleges.id} and ${users.role} = ${role})`
  const columns = {
    college: colleges,
    totalFaculty: membersOf('faculty'),
    totalStudents: membersOf('student'),
    adminName: users.name,
    adminLastLoginAt: users.lastLoginAt,
  }
  // The admin signs in with the college's own email, so the college has exactly one account with it.
  const isItsAdmin = and(
    eq(users.collegeId, colleges.id),
    eq(users.role, 'college_admin'),
    eq(users.email, colleges.email),
  )
  const byId = db
    .select(columns)
    .from(colleges)
    .leftJoin(users, isItsAdmin)
    .where(eq(colleges.id, sql.placeholder('id')))
    .prepare()
  const matching = (search: string | undefined) => {
    if (!search) return undefined
    const pattern = likePattern(search)
    const contains = (column: typeof colleges.name | typeof colleges.code | typeof colleges.email) =>
      sql`${like(column, pattern)} escape '\\'`
    return or(contains(colleges.name), contains(colleges.code), contains(colleges.email))
  }

  return {
    find: async (id: string) => byId.get({ id }),
    list: async (search: string | undefined, { page, limit }: PageQuery) =>
      db
        .select(columns)
        .from(colleges)
        .leftJoin(users, isItsAdmin)
        .where(matching(search))
        .orderBy(desc(colleges.createdAt), desc(colleges.id))
        .limit(limit)
        .offset((page - 1) * limit),
    count: async (search: string | undefined) =>
      (await db.select({ total: count() }).from(colleges).where(matching(search)))[0]?.total ?? 0,
    codeIsTaken: async (codeKey: string) => (await db.$count(colleges, eq(colleges.codeKey, codeKey))) > 0,
    insert: async (row: typeof colleges.$inferInsert) => {
      await db.insert(colleges).values(row)
    },
  }
})
