import { and, desc, eq, getTableColumns, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import { auditAnchors, auditEntries } from '#drizzle/schema/audit.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { contains, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { AuditListQuery } from '#shared/audit/audit.schema.ts'
import type { PageQuery } from '#shared/schema.ts'

/** Filters for the log; a scope, if given, also applies. */
export type AuditFilter = Omit<AuditListQuery, 'page' | 'limit'>

type Detail = typeof auditEntries.$inferSelect.detail
const parse = (text: string): Detail => JSON.parse(text)

export const auditRepo = repository((db) => {
  const matching = (
    scope: CollegeScope | null,
    { collegeId, action, subject, except, search, from, to }: AuditFilter,
  ) =>
    and(
      scope ? eq(auditEntries.collegeId, scope.collegeId) : undefined,
      collegeId ? eq(auditEntries.collegeId, collegeId) : undefined,
      action ? eq(auditEntries.action, action) : undefined,
      subject ? eq(auditEntries.subjectType, subject) : undefined,
      except ? ne(auditEntries.subjectType, except) : undefined,
      from === undefined ? undefined : gte(auditEntries.at, from),
      to === undefined ? undefined : lt(auditEntries.at, to),
      search ? contains(search, auditEntries.actorName, auditEntries.actorEmail, auditEntries.subjectName) : undefined,
    )

  /** A deleted college's name at the time of deletion. */
  const lastName = sql`(
    select gone.subject_name from ${auditEntries} gone
    where gone.college_id = ${auditEntries.collegeId} and gone.action = 'college.delete' limit 1)`

  const previousHash = sql<string | null>`coalesce(
    (select before.hash from ${auditEntries} before where before.number = ${auditEntries.number} - 1),
    (select anchor.hash from ${auditAnchors} anchor where anchor.number = ${auditEntries.number} - 1))`

  const newestFirst = (detail: SQL<Detail>) =>
    db
      .select({
        ...getTableColumns(auditEntries),
        detail,
        previousHash,
        collegeName: sql<string | null>`coalesce(${colleges.name}, ${lastName})`,
      })
      .from(auditEntries)
      .leftJoin(colleges, eq(colleges.id, auditEntries.collegeId))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .$dynamic()

  return {
    insert: async (row: typeof auditEntries.$inferInsert) => {
      await db.insert(auditEntries).values(row)
    },
    /** A page of the log. Bulk entries contain a count instead of their thousands of ids. */
    list: async (scope: CollegeScope | null, filter: AuditFilter, { page, limit }: PageQuery) =>
      newestFirst(sql`json_remove(${auditEntries.detail}, '$.ids')`.mapWith(parse))
        .where(matching(scope, filter))
        .limit(limit)
        .offset((page - 1) * limit),
    /** The entries that follow `after` in the list. */
    listAfter: async (
      scope: CollegeScope | null,
      filter: AuditFilter,
      after: { id: string; at: number } | undefined,
      limit: number,
    ) =>
      newestFirst(sql`${auditEntries.detail}`.mapWith(parse))
        .where(
          and(
            matching(scope, filter),
            after && sql`(${auditEntries.at}, ${auditEntries.id}) < (${after.at}, ${after.id})`,
          ),
        )
        .limit(limit),
    collegeName: async ({ collegeId }: CollegeScope) =>
      db.select({ name: colleges.name }).from(colleges).where(eq(colleges.id, collegeId)).get()?.name,
    count: async (scope: CollegeScope | null, filter: AuditFilter) => db.$count(auditEntries, matching(scope, filter)),
  }
})
