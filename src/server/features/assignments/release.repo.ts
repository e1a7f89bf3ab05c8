import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { bound, equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

/** Columns from which `ReleaseFacts` is computed. */
export const releaseFacts = {
  rules: tests.rules,
  endDateTime: tests.endDateTime,
  lastDeadline: sql<number | null>`(select max(running.deadline) from ${attempts} as running
    where running.test_id = ${tests.id} and running.submitted_at is null)`,
  resultsReleasedAt: assignments.resultsReleasedAt,
  keyReleasedAt: tests.keyReleasedAt,
}

export const releaseRepo = repository((db) => {
  const facts = db
    .select(releaseFacts)
    .from(tests)
    .leftJoin(assignments, and(eq(assignments.testId, tests.id), bound(assignments, 'collegeId')))
    .where(eq(tests.id, sql.placeholder('testId')))
    .prepare()
  return {
    /** Release facts of a test for one college's students. */
    facts: async ({ collegeId }: Pick<CollegeScope, 'collegeId'>, testId: string) => facts.get({ collegeId, testId }),
    accepted: async (scope: CollegeScope, assignmentId: string) =>
      db
        .select({ resultsReleasedAt: assignments.resultsReleasedAt, rules: tests.rules, testName: tests.testName })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(
          and(
            equals(assignments, { id: assignmentId, collegeId: scope.collegeId, status: 'accepted' }),
            isNull(tests.deletedAt),
          ),
        )
        .get(),
    /** Accepted assignments with scores or a key that staff released but students have not been notified of. */
    unannounced: async (now: number, assignmentId?: string) =>
      db
        .select({
          ...releaseFacts,
          id: assignments.id,
          collegeId: assignments.collegeId,
          collegeName: colleges.name,
          collegeEmail: colleges.email,
          testName: tests.testName,
          isOwn: sql`${tests.collegeId} is not null`.mapWith(Boolean),
          resultsAnnouncedAt: assignments.resultsAnnouncedAt,
          keyAnnouncedAt: assignments.keyAnnouncedAt,
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .innerJoin(colleges, eq(colleges.id, assignments.collegeId))
        .where(
          and(
            eq(assignments.status, 'accepted'),
            assignmentId === undefined ? undefined : eq(assignments.id, assignmentId),
            isNull(tests.deletedAt),
            or(
              sql`${assignments.id} in ${db
                .select({ id: assignments.id })
                .from(assignments)
                .where(and(lte(assignments.resultsReleasedAt, now), isNull(assignments.resultsAnnouncedAt)))}`,
              sql`${assignments.id} in ${db
                .select({ id: assignments.id })
                .from(tests)
                .innerJoin(assignments, eq(assignments.testId, tests.id))
                .where(and(lte(tests.keyReleasedAt, now), isNull(assignments.keyAnnouncedAt)))}`,
            ),
          ),
        ),
    /** Students with a submitted attempt at the assignment. */
    submitters: async (assignmentId: string) =>
      (
        await db
          .selectDistinct({ id: attempts.studentId })
          .from(attempts)
          .where(and(eq(attempts.assignmentId, assignmentId), isNotNull(attempts.submittedAt)))
      ).map(({ id }) => id),
    setAnnounced: async (assignmentId: string, times: { resultsAnnouncedAt?: number; keyAnnouncedAt?: number }) => {
      await db.update(assignments).set(times).where(eq(assignments.id, assignmentId))
    },
    setResults: async (assignmentId: string, resultsReleasedAt: number | null) => {
      await db.update(assignments).set({ resultsReleasedAt }).where(eq(assignments.id, assignmentId))
    },
  }
})
