import { and, asc, desc, eq, gte } from 'drizzle-orm'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { groupRequests, users } from '#drizzle/schema/members.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { StudentGroup } from '#shared/members/groups.schema.ts'

export const groupsRepo = repository((db) => {
  const requests = () =>
    db
      .select({
        id: users.id,
        name: users.name,
        email: users.email,
        idNumber: users.idNumber,
        batch: users.batch,
        branch: users.branch,
        section: users.section,
        to: { batch: groupRequests.batch, branch: groupRequests.branch, section: groupRequests.section },
        requestedAt: groupRequests.requestedAt,
      })
      .from(groupRequests)
      .innerJoin(users, eq(users.id, groupRequests.studentId))
      .$dynamic()
  const changed = (scope: CollegeScope, since: number) =>
    and(
      equals(auditEntries, { collegeId: scope.collegeId, action: 'account.change_group' }),
      gte(auditEntries.at, since),
    )
  return {
    college: async (scope: CollegeScope) => db.select().from(colleges).where(eq(colleges.id, scope.collegeId)).get(),
    setGroupChanges: async (scope: CollegeScope, groupChanges: 'free' | 'approve') => {
      await db.update(colleges).set({ groupChanges }).where(eq(colleges.id, scope.collegeId))
    },
    /** Pending requests, oldest first. */
    requests: async (scope: CollegeScope, limit: number) =>
      requests()
        .where(eq(groupRequests.collegeId, scope.collegeId))
        .orderBy(asc(groupRequests.requestedAt), asc(groupRequests.studentId))
        .limit(limit),
    request: async (scope: CollegeScope, studentId: string) =>
      requests()
        .where(equals(groupRequests, { collegeId: scope.collegeId, studentId }))
        .get(),
    countRequests: async (scope: CollegeScope) =>
      db.$count(groupRequests, eq(groupRequests.collegeId, scope.collegeId)),
    deleteRequest: async (studentId: string) => {
      await db.delete(groupRequests).where(eq(groupRequests.studentId, studentId))
    },
    move: async (scope: CollegeScope, studentId: string, group: StudentGroup) => {
      await db
        .update(users)
        .set(group)
        .where(equals(users, { id: studentId, collegeId: scope.collegeId }))
    },
    /** Changes that students made themselves, newest first. */
    changes: async (scope: CollegeScope, since: number, limit: number) =>
      db
        .select({
          id: auditEntries.subjectId,
          name: auditEntries.subjectName,
          detail: auditEntries.detail,
          at: auditEntries.at,
        })
        .from(auditEntries)
        .where(changed(scope, since))
        .orderBy(desc(auditEntries.at))
        .limit(limit),
    countChanges: async (scope: CollegeScope, since: number) => db.$count(auditEntries, changed(scope, since)),
  }
})
