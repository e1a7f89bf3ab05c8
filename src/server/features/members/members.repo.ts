import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, contains, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { MemberListQuery, MemberRole, MemberSortKey } from '#shared/members/members.schema.ts'
import type { PageQuery } from '#shared/schema.ts'

/** Filters for a list of people. */
export interface MemberFilter {
  role?: MemberRole | undefined
  branch?: string | undefined
  batch?: string | undefined
  section?: string | undefined
  search?: string | undefined
  status?: MemberListQuery['status']
  login?: MemberListQuery['login']
  ids?: readonly string[] | undefined
}

type MemberOrder = Pick<MemberListQuery, 'sort'>

/** Sort keys by column name; ties are broken by creation time. */
const sortColumns = {
  name: sql`${users.name} collate nocase`,
  email: users.email,
  idNumber: users.idNumber,
  branch: users.branch,
  batch: users.batch,
  section: users.section,
  lastLogin: users.lastLoginAt,
  createdAt: users.createdAt,
} as const satisfies Record<MemberSortKey, SQL | SQLiteColumn>

function orderOf(sort: MemberListQuery['sort']): SQL[] {
  const down = sort.startsWith('-')
  const column = sortColumns[sort.replace(/^-/, '') as MemberSortKey]
  return down ? [desc(column), desc(users.id)] : [asc(column), asc(users.id)]
}

export const membersRepo = repository((db) => {
  const matching = (scope: CollegeScope, filter: MemberFilter): SQL | undefined =>
    and(
      eq(users.collegeId, scope.collegeId),
      // Without a role, everybody but the admin. An inequality, so sorting by time can use its index.
      filter.role ? eq(users.role, filter.role) : ne(users.role, 'college_admin'),
      filter.branch ? eq(users.branch, filter.branch) : undefined,
      filter.batch ? eq(users.batch, filter.batch) : undefined,
      filter.section ? eq(users.section, filter.section) : undefined,
      filter.status ? eq(users.isActive, filter.status === 'active') : undefined,
      filter.login === 'never' ? isNull(users.lastLoginAt) : undefined,
      filter.login === 'once' ? isNotNull(users.lastLoginAt) : undefined,
      filter.search ? contains(filter.search, users.name, users.email, users.idNumber) : undefined,
      filter.ids ? isAmong(users.id, filter.ids) : undefined,
    )
  const byEmail = db.select({ id: users.id }).from(users).where(bound(users, 'email')).prepare()
  const byIdNumber = db
    .select({ id: users.id })
    .from(users)
    .where(bound(users, 'collegeId', 'idNumber'))
    .prepare()
  const isSomebodyElse = (found: { id: string } | undefined, except: string | undefined) =>
    found !== undefined && found.id !== except

  const collegeOf = db.select().from(colleges).where(bound(colleges, 'id')).prepare()

  return {
    collegeOf: async (scope: CollegeScope) => collegeOf.get({ id: scope.collegeId }),
    find: async (scope: CollegeScope, id: string) =>
      db
        .select()
        .from(users)
        .where(and(matching(scope, {}), eq(users.id, id)))
        .get(),
    list: async (scope: CollegeScope, filter: MemberFilter, { page, limit, sort }: PageQuery & MemberOrder) =>
      db
        .select()
        .from(users)
        .where(matching(scope, filter))
        .orderBy(...orderOf(sort))
        .limit(limit)
        .offset((page - 1) * limit),
    listAll: async (scope: CollegeScope, filter: MemberFilter) =>
      db.select().from(users).where(matching(scope, filter)).orderBy(asc(users.name), asc(users.id)),
    /** The people who follow `after` by name. */
    listAfter: async (
      scope: CollegeScope,
      filter: MemberFilter,
      after: { id: string; name: string } | undefined,
      limit: number,
    ) =>
      db
        .select()
        .from(users)
        .where(
          and(
            matching(scope, filter),
            after && sql`(${sortColumns.name}, ${users.id}) > (${after.name} collate nocase, ${after.id})`,
          ),
        )
        .orderBy(sortColumns.name, asc(users.id))
        .limit(limit),
    ids: async (scope: CollegeScope, filter: MemberFilter, { sort }: MemberOrder, limit: number) =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(matching(scope, filter))
          .orderBy(...orderOf(sort))
          .limit(limit)
      ).map(({ id }) => id),
    count: async (scope: CollegeScope, filter: MemberFilter) => db.$count(users, matching(scope, filter)),
    /** Sorted distinct branches, batches or sections of the college's students. */
    groupNames: async (scope: CollegeScope, group: 'branch' | 'batch' | 'section'): Promise<string[]> => {
      const column = users[group]
      const rows = await db
        .selectDistinct({ name: column })
        .from(users)
        .where(and(matching(scope, { role: 'student' }), isNotNull(column)))
        .orderBy(asc(column))
      return rows.flatMap((row) => row.name ?? [])
    },
    emailIsTaken: async (email: string, except?: string) => isSomebodyElse(byEmail.get({ email }), except),
    idNumberIsTaken: async (collegeId: string, idNumber: string, except?: string) =>
      isSomebodyElse(byIdNumber.get({ collegeId, idNumber }), except),
    insert: async (row: typeof users.$inferInsert) => {
      await db.insert(users).values(row)
    },
    update: async (id: string, row: Partial<typeof users.$inferInsert>) => {
      await db.update(users).set(row).where(eq(users.id, id))
    },
    delete: async (id: string) => {
      await db.delete(users).where(eq(users.id, id))
    },
  }
})
