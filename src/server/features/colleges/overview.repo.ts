import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { groupTotals, testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { contains, equals, repository } from '#server/platform/db.ts'
import type { AssignmentStatus } from '#shared/assignments/assignments.schema.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'
import type { PageQuery } from '#shared/schema.ts'

type Filter = { search?: string | undefined; status?: AssignmentStatus | undefined }
interface Use {
  used: number
  of: number | null
  lastUsed: number | null
}

/** Overview queries for one college and for all. Counts are computed live. */
export const overviewRepo = repository((db) => {
  const isStudent = sql`${users.role} = 'student'`
  const sum = (condition: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${condition}), 0)`
  const groupsBy = (collegeId: string, by: typeof users.batch | typeof users.branch) => {
    const other = by === users.batch ? users.branch : users.batch
    return db
      .select({
        name: sql<string>`${by}`,
        students: sum(isStudent),
        active: sum(sql`${isStudent} and ${users.isActive}`),
        signedIn: sum(sql`${isStudent} and ${users.lastLoginAt} is not null`),
        faculty: sum(sql`${users.role} = 'faculty'`),
        parts: sql<number>`count(distinct case when ${isStudent} then ${other} end)`,
        sections: sql<number>`count(distinct case when ${isStudent} then ${users.section} end)`,
      })
      .from(users)
      .where(and(eq(users.collegeId, collegeId), inArray(users.role, ['faculty', 'student']), isNotNull(by)))
      .groupBy(by)
      .orderBy(asc(by))
  }
  const offered = (collegeId: string, { search, status }: Filter) =>
    and(
      eq(assignments.collegeId, collegeId),
      isNull(tests.deletedAt),
      status ? eq(assignments.status, status) : undefined,
      search ? contains(search, tests.testName) : undefined,
    )
  const first = <T>(rows: T[]) => rows[0] as T
  const usageOf = (lastUsed: SQLWrapper) => ({
    used: count(),
    of: sql<null>`null`,
    lastUsed: sql<number | null>`max(${lastUsed})`,
  })

  return {
    batches: async (collegeId: string) => groupsBy(collegeId, users.batch),
    streams: async (collegeId: string) => groupsBy(collegeId, users.branch),
    tests: async (collegeId: string, filter: Filter, { page, limit }: PageQuery) =>
      db
        .select({
          id: assignments.id,
          testId: tests.id,
          testName: tests.testName,
          testType: tests.testType,
          status: assignments.status,
          rejectionReason: assignments.rejectionReason,
          assignedAt: assignments.assignedAt,
          startDateTime: tests.startDateTime,
          endDateTime: tests.endDateTime,
          assignedStudents: sql<number>`coalesce(${testTotals.assigned}, 0)`,
          students: sql<number>`coalesce(${testTotals.students}, 0)`,
          completed: sql<number>`coalesce(${testTotals.completed}, 0)`,
          percentages: sql<number>`coalesce(${testTotals.percentages}, 0) / ${percentUnits}`,
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(
          testTotals,
          and(eq(testTotals.testId, assignments.testId), eq(testTotals.collegeId, assignments.collegeId)),
        )
        .where(offered(collegeId, filter))
        .orderBy(desc(assignments.assignedAt), desc(assignments.id))
        .limit(limit)
        .offset((page - 1) * limit),
    countTests: async (collegeId: string, filter: Filter) =>
      db
        .select({ status: assignments.status, total: count() })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(offered(collegeId, filter))
        .groupBy(assignments.status),
    testsUse: async (collegeId: string): Promise<Use> =>
      first(
        await db
          .select({
            used: sum(sql`${assignments.status} = 'accepted'`),
            of: count(),
            lastUsed: sql<number | null>`max(${assignments.assignedAt})`,
          })
          .from(assignments)
          .innerJoin(tests, eq(tests.id, assignments.testId))
          .where(offered(collegeId, {})),
      ),
    attemptsUse: async (collegeId: string): Promise<Use> =>
      first(await db.select(usageOf(attempts.startedAt)).from(attempts).where(eq(attempts.collegeId, collegeId))),
    practiceUse: async (collegeId: string): Promise<Use> =>
      first(
        await db
          .select(usageOf(attempts.startedAt))
          .from(attempts)
          .innerJoin(tests, and(eq(tests.id, attempts.testId), eq(tests.testType, 'Practice')))
          .where(eq(attempts.collegeId, collegeId)),
      ),
    bulkUploadUse: async (collegeId: string): Promise<Use> =>
      first(
        await db
          .select(usageOf(auditEntries.at))
          .from(auditEntries)
          .where(equals(auditEntries, { collegeId, action: 'member.bulk_upload' })),
      ),
    signInUse: async (collegeId: string): Promise<Use> =>
      first(
        await db
          .select({
            used: count(users.lastLoginAt),
            of: count(),
            lastUsed: sql<number | null>`max(${users.lastLoginAt})`,
          })
          .from(users)
          .where(eq(users.collegeId, collegeId)),
      ),
    countColleges: async () => db.$count(colleges, isNull(colleges.deletedAt)),
    countFaculty: async () => db.$count(users, eq(users.role, 'faculty')),
    countStudents: async () =>
      first(await db.select({ total: sql<number>`coalesce(sum(${groupTotals.students}), 0)` }).from(groupTotals)).total,
    recentLogins: async (limit: number) =>
      db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          role: users.role,
          collegeId: users.collegeId,
          collegeName: colleges.name,
          lastLogin: users.lastLoginAt,
        })
        .from(users)
        .leftJoin(colleges, eq(colleges.id, users.collegeId))
        .orderBy(desc(users.lastLoginAt))
        .limit(limit),
  }
})
