import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { auditEntries } from '#drizzle/schema/audit.ts'
import { submissions } from '#drizzle/schema/coding.ts'
import { users } from '#drizzle/schema/members.ts'
import { recipients } from '#drizzle/schema/notifications.ts'
import { equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

/** Audit entries by or about a person. */
export const concerns = (studentId: string): SQL | undefined =>
  or(
    eq(auditEntries.actorId, studentId),
    eq(auditEntries.subjectId, studentId),
    sql`json_extract(${auditEntries.detail}, '$.studentId') = ${studentId}`,
  )

const noActor = { actorName: null, actorEmail: null, address: null, actorSalt: null }
const noSubject = { subjectName: null, subjectSalt: null }
const noDetail = { detail: null, detailSalt: null }

export const privacyRepo = repository((db) => ({
  student: async (scope: CollegeScope, id: string) =>
    db
      .select()
      .from(users)
      .where(equals(users, { collegeId: scope.collegeId, id, role: 'student' }))
      .get(),
  counts: async (scope: CollegeScope, id: string) => ({
    attempts: await db.$count(attempts, eq(attempts.studentId, id)),
    running: await db.$count(attempts, and(eq(attempts.studentId, id), isNull(attempts.submittedAt))),
    submissions: await db.$count(submissions, eq(submissions.studentId, id)),
    assignments: await db.$count(studentAssignments, eq(studentAssignments.studentId, id)),
    notifications: await db.$count(recipients, eq(recipients.userId, id)),
    logEntries: await db.$count(auditEntries, and(eq(auditEntries.collegeId, scope.collegeId), concerns(id))),
  }),
  /**
   * Removes a person from the audit log, including digest salts. The action, its time and the role remain. The
   * table's trigger allows no other change. IP addresses are removed from the person's actions and failed sign-ins.
   */
  forgetInLog: async (scope: CollegeScope, { id, name, email }: { id: string; name: string; email: string }) => {
    const inCollege = eq(auditEntries.collegeId, scope.collegeId)
    await db
      .update(auditEntries)
      .set({ ...noActor, ...noDetail })
      .where(and(inCollege, eq(auditEntries.actorId, id)))
    const tried = or(and(inCollege, eq(auditEntries.subjectId, id)), eq(auditEntries.subjectName, email))
    await db
      .update(auditEntries)
      .set({ ...noActor, ...noSubject, ...noDetail })
      .where(and(eq(auditEntries.subjectType, 'sign_in'), tried))
    await db
      .update(auditEntries)
      .set({ ...noSubject, ...noDetail })
      .where(and(inCollege, eq(auditEntries.subjectId, id)))
    const named = and(
      sql`json_extract(${auditEntries.detail}, '$.student') = ${name}`,
      sql`json_extract(${auditEntries.detail}, '$.studentId') is null`,
    )
    await db
      .update(auditEntries)
      .set(noDetail)
      .where(and(inCollege, or(sql`json_extract(${auditEntries.detail}, '$.studentId') = ${id}`, named)))
  },
  isAnyAttemptRunning: async () => (await db.$count(attempts, isNull(attempts.submittedAt))) > 0,
  delete: async (scope: CollegeScope, id: string) => {
    await db.delete(users).where(equals(users, { collegeId: scope.collegeId, id }))
  },
}))
