import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts, timeChanges } from '#drizzle/schema/attempts.ts'
import { settings } from '#drizzle/schema/auth.ts'
import { users } from '#drizzle/schema/members.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { ExtraTimeForm } from '#shared/attempts/time/schema.ts'

const inList = (
  column: typeof users.id | typeof users.branch | typeof users.batch | typeof users.section,
  values: readonly string[],
) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`

const heartbeat = 'heartbeat'

export const timeRepo = repository((db) => {
  const by = alias(users, 'changed_by_user')
  return {
    /** The assigned students a form means, each with the attempt they have begun. */
    meant: async (scope: CollegeScope, assignmentId: string, form: ExtraTimeForm) => {
      const groups = [
        form.branches.length > 0 ? inList(users.branch, form.branches) : undefined,
        form.batches.length > 0 ? inList(users.batch, form.batches) : undefined,
        form.sections.length > 0 ? inList(users.section, form.sections) : undefined,
      ].filter((condition) => condition !== undefined)
      const picked = inList(users.id, form.students)
      return db
        .select({ studentId: users.id, attempt: attempts })
        .from(studentAssignments)
        .innerJoin(users, eq(users.id, studentAssignments.studentId))
        .leftJoin(
          attempts,
          and(eq(attempts.assignmentId, studentAssignments.assignmentId), eq(attempts.studentId, users.id)),
        )
        .where(
          and(
            eq(studentAssignments.assignmentId, assignmentId),
            eq(users.collegeId, scope.collegeId),
            groups.length > 0 ? sql`(${and(...groups)} or ${picked})` : picked,
          ),
        )
    },
    insert: async (row: typeof timeChanges.$inferInsert) => {
      await db.insert(timeChanges).values(row)
    },
    list: async (scope: CollegeScope, assignmentId: string) =>
      db
        .select({
          id: timeChanges.id,
          studentId: timeChanges.studentId,
          studentName: users.name,
          kind: timeChanges.kind,
          ms: timeChanges.ms,
          reason: timeChanges.reason,
          changedBy: by.name,
          changedAt: timeChanges.changedAt,
        })
        .from(timeChanges)
        .innerJoin(users, eq(users.id, timeChanges.studentId))
        .leftJoin(by, eq(by.id, timeChanges.changedBy))
        .where(and(eq(timeChanges.assignmentId, assignmentId), eq(users.collegeId, scope.collegeId)))
        .orderBy(desc(timeChanges.changedAt), desc(timeChanges.id))
        .limit(1_000),
    /** Every attempt that runs at `at`. */
    runningAt: async (at: number) =>
      db
        .select()
        .from(attempts)
        .where(and(isNull(attempts.submittedAt), sql`${attempts.deadline} > ${at}`)),
    /** When the server last said that it runs, ms since 1970. */
    lastBeat: async () => {
      const row = await db.select().from(settings).where(eq(settings.key, heartbeat)).get()
      return row === undefined ? null : Number(row.value)
    },
    beat: async (at: number) => {
      const value = String(at)
      await db
        .insert(settings)
        .values({ key: heartbeat, value })
        .onConflictDoUpdate({ target: settings.key, set: { value } })
    },
  }
})
