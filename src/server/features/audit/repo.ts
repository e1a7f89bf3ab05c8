import { and, count, desc, eq, getTableColumns, gte, lt, sql } from 'drizzle-orm'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { contains, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { AuditListQuery } from '#shared/audit/schema.ts'
import type { PageQuery } from '#shared/schema.ts'

/** What narrows the log; a scope, when there is one, always does. */
export type AuditFilter = Omit<AuditListQuery, 'page' | 'limit'>

export const auditRepo = repository((db) => {
  const matching = (scope: CollegeScope | null, { collegeId, action, subject, search, from, to }: AuditFilter) =>
    and(
      scope ? eq(auditEntries.collegeId, scope.collegeId) : undefined,
      collegeId ? eq(auditEntries.collegeId, collegeId) : undefined,
      action ? eq(auditEntries.action, action) : undefined,
      subject ? eq(auditEntries.subjectType, subject) : undefined,
      from === undefined ? undefined : gte(auditEntries.at, from),
      to === undefined ? undefined : lt(auditEntries.at, to),
      search ? contains(search, auditEntries.actorName, auditEntries.actorEmail, auditEntries.subjectName) : undefined,
    )

  /** What a college was called when it was deleted. */
  const lastName = sql`(
    select gone.subject_name from ${auditEntries} gone
    where gone.college_id = ${auditEntries.collegeId} and gone.action = 'college.delete' limit 1)`

  return {
    insert: async (row: typeof auditEntries.$inferInsert) => {
      await db.insert(auditEntries).values(row)
    },
    list: async (scope: CollegeScope | null, filter: AuditFilter, { page, limit }: PageQuery) =>
      db
        .select({
          ...getTableColumns(auditEntries),
          collegeName: sql<string | null>`coalesce(${colleges.name}, ${lastName})`,
        })
        .from(auditEntries)
        .leftJoin(colleges, eq(colleges.id, auditEntries.collegeId))
        .where(matching(scope, filter))
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .limit(limit)
        .offset((page - 1) * limit),
    count: async (scope: CollegeScope | null, filter: AuditFilter) =>
      (await db.select({ total: count() }).from(auditEntries).where(matching(scope, filter)))[0]?.total ?? 0,
  }
})
