import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts, timeChanges } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { bound, given, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { graceMs } from '#shared/attempts/clock.rules.ts'
import type { ExtraTimeForm } from '#shared/attempts/time.schema.ts'

export const timeRepo = repository((db) => {
  const by = alias(users, 'changed_by_user')
  const insert = db
    .insert(timeChanges)
    .values({
      id: sql.placeholder('id'),
      assignmentId: sql.placeholder('assignmentId'),
      studentId: sql.placeholder('studentId'),
      kind: sql.placeholder('kind'),
      ms: sql.placeholder('ms'),
      reason: sql.placeholder('reason'),
      changedBy: sql.placeholder('changedBy'),
      changedAt: sql.placeholder('changedAt'),
    })
    .prepare()
  const putClock = db
    .update(attempts)
    .set(given('plan', 'deadline', 'extraMs'))
    .where(bound(attempts, 'id'))
    .prepare()
  return {
    /** Assigned students selected by a form, each with their latest attempt. */
    selected: async (scope: CollegeScope, assignmentId: string, form: Omit<ExtraTimeForm, 'minutes' | 'reason'>) => {
      const groups = [
        form.branches.length > 0 ? isAmong(users.branch, form.branches) : undefined,
        form.batches.length > 0 ? isAmong(users.batch, form.batches) : undefined,
        form.sections.length > 0 ? isAmong(users.section, form.sections) : undefined,
      ].filter((condition) => condition !== undefined)
      const picked = isAmong(users.id, form.students)
      return (
        db
          .select({ studentId: users.id, attempt: attempts })
          .from(studentAssignments)
          .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
          .innerJoin(users, eq(users.id, studentAssignments.studentId))
          // Joined by test, because a join by assignment would scan all the assignment's attempts for each student.
          .leftJoin(
            attempts,
            and(eq(attempts.studentId, users.id), eq(attempts.testId, assignments.testId), eq(attempts.isLatest, true)),
          )
          .where(
            and(
              eq(studentAssignments.assignmentId, assignmentId),
              eq(users.collegeId, scope.collegeId),
              groups.length > 0 ? sql`(${and(...groups)} or ${picked})` : picked,
            ),
          )
      )
    },
    insert: async (row: Omit<typeof timeChanges.$inferSelect, 'changedBy'> & { changedBy?: string }) => {
      insert.run({ changedBy: null, ...row })
    },
    putClock: async (id: string, plan: readonly number[], deadline: number, extraMs: number) => {
      putClock.run({ id, plan: JSON.stringify(plan), deadline, extraMs })
    },
    /** Lists time changes. A change for many students is one row. */
    list: async (scope: CollegeScope, assignmentId: string, studentId: string | undefined) =>
      db
        .select({
          id: sql<string>`min(${timeChanges.id})`,
          kind: timeChanges.kind,
          ms: timeChanges.ms,
          reason: timeChanges.reason,
          students: count(),
          studentName: sql<string>`min(${users.name})`,
          changedBy: by.name,
          changedAt: timeChanges.changedAt,
        })
        .from(timeChanges)
        .innerJoin(users, eq(users.id, timeChanges.studentId))
        .leftJoin(by, eq(by.id, timeChanges.changedBy))
        .where(
          and(
            eq(timeChanges.assignmentId, assignmentId),
            eq(users.collegeId, scope.collegeId),
            studentId === undefined ? undefined : eq(timeChanges.studentId, studentId),
          ),
        )
        .groupBy(timeChanges.changedAt, timeChanges.kind, timeChanges.ms, timeChanges.reason, timeChanges.changedBy)
        .orderBy(desc(timeChanges.changedAt), desc(sql`min(${timeChanges.id})`))
        .limit(500),
    /** Attempts that accept answers at `at`, including the grace period. */
    runningAt: async (at: number) =>
      db
        .select()
        .from(attempts)
        .where(and(isNull(attempts.submittedAt), sql`${attempts.deadline} >= ${at - graceMs}`)),
    /** True if anybody is taking a test at `at`. */
    isAnyRunning: async (at: number) =>
      (await db
        .select({ id: attempts.id })
        .from(attempts)
        .where(and(isNull(attempts.submittedAt), sql`${attempts.deadline} >= ${at - graceMs}`))
        .limit(1)
        .get()) !== undefined,
  }
})
