import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { notifications } from '#drizzle/schema/notifications.ts'
import { testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { collegeSteps, platformSteps } from '#shared/dashboards/dashboards.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'

interface Colleague {
  id: string
  role: MemberRole
}

const others = (scope: CollegeScope, { id, role }: Colleague) =>
  and(equals(users, { collegeId: scope.collegeId, role }), ne(users.id, id))

type Done<Step extends string> = Record<Step, 0 | 1>

export const dashboardsRepo = repository((db) => ({
  /** First steps that a college has completed. */
  stepsOfCollege: async ({ collegeId }: CollegeScope) =>
    db.get<Done<(typeof collegeSteps)[number]>>(sql`select
      exists (select 1 from ${users} where ${users.collegeId} = ${collegeId} and ${users.role} = 'student') as add_students,
      exists (select 1 from ${users} where ${users.collegeId} = ${collegeId} and ${users.role} = 'faculty') as add_faculty,
      exists (select 1 from ${assignments}
        where ${assignments.collegeId} = ${collegeId} and ${assignments.status} = 'accepted') as accept_test,
      exists (select 1 from ${testTotals}
        where ${testTotals.collegeId} = ${collegeId} and ${testTotals.assigned} > 0) as assign_test,
      exists (select 1 from ${notifications} where ${notifications.collegeId} = ${collegeId}) as send_notification`),
  /** First steps that the platform's owner has completed. */
  stepsOfPlatform: async () =>
    db.get<Done<(typeof platformSteps)[number]>>(sql`select
      exists (select 1 from ${colleges} where ${colleges.deletedAt} is null) as create_college,
      exists (select 1 from ${tests} where ${tests.deletedAt} is null and ${tests.collegeId} is null) as create_test,
      exists (select 1 from ${assignments} inner join ${tests} on ${tests.id} = ${assignments.testId}
        where ${tests.collegeId} is null) as offer_test,
      exists (select 1 from ${notifications} where ${notifications.collegeId} is null) as send_notification`),
  /** Counts people per role: added since `since`, signed in since then, and never signed in. */
  changesSince: async (scope: CollegeScope, since: number) =>
    db
      .select({
        role: users.role,
        added: sql<number>`sum(${users.createdAt} >= ${since})`,
        signedIn: sql<number>`coalesce(sum(${users.lastLoginAt} >= ${since}), 0)`,
        pending: sql<number>`sum(${users.lastLoginAt} is null)`,
      })
      .from(users)
      .where(eq(users.collegeId, scope.collegeId))
      .groupBy(users.role),
  /** Counts people in a college, and those who have signed in, by role. */
  countsOf: async (scope: CollegeScope) =>
    db
      .select({ role: users.role, total: count(), signedIn: count(users.lastLoginAt) })
      .from(users)
      .where(eq(users.collegeId, scope.collegeId))
      .groupBy(users.role),
  colleagues: async (scope: CollegeScope, self: Colleague, limit: number) =>
    db
      .select({ id: users.id, name: users.name, email: users.email, role: users.role, branch: users.branch })
      .from(users)
      .where(others(scope, self))
      .orderBy(sql`${users.name} collate nocase`, asc(users.id))
      .limit(limit),
  countColleagues: async (scope: CollegeScope, self: Colleague) => db.$count(users, others(scope, self)),
}))
