import { and, count, desc, eq, gte, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { arrivalTotals, groupTotals, submissionTotals, testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import { quarterOf } from '#shared/reports/days.rules.ts'

/** Maximum submissions examined for the recent activity. */
const latestSubmissions = 50

export const platformRepo = repository((db) => ({
  countCollegesSince: async (since: number) =>
    db.$count(colleges, and(isNull(colleges.deletedAt), gte(colleges.createdAt, since))),
  /** Number of current people with this role who were added since `since`. */
  countArrivals: async (role: 'faculty' | 'student', since: number) =>
    db
      .select({ total: sql<number>`coalesce(sum(${arrivalTotals.users}), 0)` })
      .from(arrivalTotals)
      .where(and(eq(arrivalTotals.role, role), gte(arrivalTotals.quarter, quarterOf(since))))
      .get()?.total ?? 0,
  countSubmissions: async () =>
    db
      .select({ total: sql<number>`coalesce(sum(${groupTotals.completed}), 0)` })
      .from(groupTotals)
      .get()?.total ?? 0,
  countSubmissionsBetween: async (from: number, to: number) =>
    db
      .select({ total: sql<number>`coalesce(sum(${submissionTotals.completed}), 0)` })
      .from(submissionTotals)
      .where(
        and(
          eq(submissionTotals.collegeId, ''),
          gte(submissionTotals.quarter, quarterOf(from)),
          lt(submissionTotals.quarter, quarterOf(to)),
        ),
      )
      .get()?.total ?? 0,
  countOpenTests: async (now: number) =>
    db.$count(tests, and(isNull(tests.deletedAt), lte(tests.startDateTime, now), gte(tests.endDateTime, now))),
  countUnusedCredentials: async () => db.$count(users, and(eq(users.role, 'college_admin'), isNull(users.lastLoginAt))),
  testsBySubject: async () =>
    db
      .select({ subject: tests.subject, tests: count() })
      .from(tests)
      .where(isNull(tests.deletedAt))
      .groupBy(tests.subject),
  newColleges: async (limit: number) =>
    db
      .select({ collegeId: colleges.id, name: colleges.name, code: colleges.code, at: colleges.createdAt })
      .from(colleges)
      .where(isNull(colleges.deletedAt))
      .orderBy(desc(colleges.createdAt), desc(colleges.id))
      .limit(limit),
  newTests: async (limit: number) =>
    db
      .select({
        testId: tests.id,
        testName: tests.testName,
        testType: tests.testType,
        subject: tests.subject,
        at: tests.createdAt,
      })
      .from(tests)
      .where(isNull(tests.deletedAt))
      .orderBy(desc(tests.createdAt), desc(tests.id))
      .limit(limit),
  /** Offers of a test made at the same time count as one. A college's own tests are not offered. */
  newAssignments: async (limit: number) =>
    db
      .select({ testId: tests.id, testName: tests.testName, colleges: count(), at: assignments.assignedAt })
      .from(assignments)
      .innerJoin(tests, eq(tests.id, assignments.testId))
      .where(and(isNull(tests.deletedAt), isNull(tests.collegeId)))
      .groupBy(assignments.testId, assignments.assignedAt)
      .orderBy(desc(assignments.assignedAt))
      .limit(limit),
  newDecisions: async (limit: number) =>
    db
      .select({
        testId: tests.id,
        testName: tests.testName,
        collegeId: colleges.id,
        collegeName: colleges.name,
        status: assignments.status,
        rejectionReason: assignments.rejectionReason,
        at: sql<number>`${assignments.decidedAt}`,
      })
      .from(assignments)
      .innerJoin(tests, eq(tests.id, assignments.testId))
      .innerJoin(colleges, eq(colleges.id, assignments.collegeId))
      .where(and(isNotNull(assignments.decidedAt), isNull(tests.deletedAt), isNull(colleges.deletedAt)))
      .orderBy(desc(assignments.decidedAt))
      .limit(limit),
  /** Tests of the latest submissions, with the number of students who have submitted each. */
  newSubmissions: async (limit: number) => {
    const latest = db
      .select({ testId: attempts.testId, submittedAt: attempts.submittedAt })
      .from(attempts)
      .where(isNotNull(attempts.submittedAt))
      .orderBy(desc(attempts.submittedAt))
      .limit(latestSubmissions)
      .as('latest')
    return db
      .select({
        testId: tests.id,
        testName: tests.testName,
        students: sql<number>`(select sum(${testTotals.students}) from ${testTotals} where ${testTotals.testId} = ${latest.testId})`,
        at: sql<number>`max(${latest.submittedAt})`,
      })
      .from(latest)
      .innerJoin(tests, eq(tests.id, latest.testId))
      .groupBy(latest.testId)
      .orderBy(desc(sql`max(${latest.submittedAt})`))
      .limit(limit)
  },
}))
