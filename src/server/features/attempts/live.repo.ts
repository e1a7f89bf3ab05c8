import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { answerSheets, attempts, timeChanges, violations } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { equals, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'

export const liveRepo = repository((db) => {
  const of = (scope: CollegeScope, assignmentId: string) =>
    equals(assignments, { id: assignmentId, collegeId: scope.collegeId })
  const attemptOf = and(
    eq(attempts.testId, assignments.testId),
    eq(attempts.studentId, studentAssignments.studentId),
    eq(attempts.isLatest, true),
  )
  /** The attempt's extra time or, before it starts, the extra time given to the student so far. */
  const extraMs = sql<number>`coalesce(${attempts.extraMs}, (select sum(${timeChanges.ms}) from ${timeChanges}
    where ${timeChanges.studentId} = ${studentAssignments.studentId}
    and ${timeChanges.assignmentId} = ${studentAssignments.assignmentId} and ${timeChanges.kind} = 'extra'), 0)`
  const acceptedBy = (scope: CollegeScope) => equals(assignments, { collegeId: scope.collegeId, status: 'accepted' })
  const totalsOf = and(eq(testTotals.testId, assignments.testId), eq(testTotals.collegeId, assignments.collegeId))
  const running = sql<number>`(select count(*) from ${attempts}
    where ${attempts.assignmentId} = ${assignments.id} and ${attempts.submittedAt} is null)`
  const submitted = sql<number>`(select count(*) from ${attempts}
    where ${attempts.assignmentId} = ${assignments.id} and ${attempts.isLatest} and ${attempts.submittedAt} is not null)`
  const assigned = db
    .select({ total: count() })
    .from(studentAssignments)
    .where(eq(studentAssignments.assignmentId, sql.placeholder('id')))
    .prepare()
  /** Board rows: students with their latest attempt. */
  const rows = () =>
    db
      .select({
        studentId: users.id,
        name: users.name,
        email: users.email,
        idNumber: users.idNumber,
        batch: users.batch,
        branch: users.branch,
        section: users.section,
        answered: answerSheets.answered,
        savedAt: answerSheets.savedAt,
        extraMs,
        anyNetwork: studentAssignments.anyNetwork,
        refusal: studentAssignments.refusal,
        attempt: {
          id: attempts.id,
          startedAt: attempts.startedAt,
          plan: attempts.plan,
          currentPart: attempts.currentPart,
          partOpenedAt: attempts.partOpenedAt,
          deadline: attempts.deadline,
          violationCount: attempts.violationCount,
          submittedAt: attempts.submittedAt,
          submittedBy: attempts.submittedBy,
          percentage: attempts.percentage,
        },
      })
      .from(studentAssignments)
      .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
      .innerJoin(users, eq(users.id, studentAssignments.studentId))
      .leftJoin(attempts, attemptOf)
      .leftJoin(answerSheets, eq(answerSheets.attemptId, attempts.id))
  return {
    /** An accepted assignment of the college, with its test. */
    find: async (scope: CollegeScope, assignmentId: string) =>
      db
        .select({ assignment: assignments, test: tests })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(and(of(scope, assignmentId), eq(assignments.status, 'accepted'), isNull(tests.deletedAt)))
        .get(),
    /** Accepted tests with an open window or a running attempt, most running attempts first. */
    underWay: async (scope: CollegeScope, now: number) =>
      db
        .select({
          assignmentId: assignments.id,
          testName: tests.testName,
          testType: tests.testType,
          subject: tests.subject,
          startDateTime: tests.startDateTime,
          endDateTime: tests.endDateTime,
          assigned: sql<number>`coalesce(${testTotals.assigned}, 0)`,
          inProgress: running,
          submitted,
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(testTotals, totalsOf)
        .where(
          and(
            acceptedBy(scope),
            isNull(tests.deletedAt),
            sql`((${tests.startDateTime} <= ${now} and ${tests.endDateTime} >= ${now}) or ${running} > 0)`,
          ),
        )
        .orderBy(desc(running), asc(tests.endDateTime), asc(tests.id)),
    /** The accepted test that opens next. */
    nextToOpen: async (scope: CollegeScope, now: number) =>
      db
        .select({ testName: tests.testName, startDateTime: tests.startDateTime })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(and(acceptedBy(scope), isNull(tests.deletedAt), gt(tests.startDateTime, now)))
        .orderBy(asc(tests.startDateTime), asc(tests.id))
        .limit(1)
        .get(),
    countAssigned: async (id: string) => assigned.get({ id })?.total ?? 0,
    students: async (scope: CollegeScope, assignmentId: string) => rows().where(of(scope, assignmentId)),
    /** Students with changes since `since`. */
    studentsSince: async (scope: CollegeScope, assignmentId: string, since: number) =>
      rows().where(
        and(
          of(scope, assignmentId),
          sql`(${attempts.startedAt} >= ${since} or ${attempts.submittedAt} >= ${since}
            or ${answerSheets.savedAt} >= ${since} or ${studentAssignments.seatChangedAt} >= ${since}
            or exists (select 1 from ${timeChanges} where ${timeChanges.studentId} = ${studentAssignments.studentId}
              and ${timeChanges.assignmentId} = ${studentAssignments.assignmentId}
              and ${timeChanges.changedAt} >= ${since}))`,
        ),
      ),
    someStudents: async (scope: CollegeScope, assignmentId: string, studentIds: readonly string[]) =>
      rows().where(and(of(scope, assignmentId), isAmong(studentAssignments.studentId, studentIds))),
    attempt: async (scope: CollegeScope, assignmentId: string, studentId: string) =>
      db
        .select({ attempt: attempts, studentName: users.name })
        .from(attempts)
        .innerJoin(users, eq(users.id, attempts.studentId))
        .where(equals(attempts, { assignmentId, studentId, collegeId: scope.collegeId, isLatest: true }))
        .get(),
    violationsOf: async (attemptId: string) =>
      db
        .select({ kind: violations.kind, at: violations.at, durationMs: violations.durationMs })
        .from(violations)
        .where(eq(violations.attemptId, attemptId))
        .orderBy(asc(violations.at)),
  }
})
