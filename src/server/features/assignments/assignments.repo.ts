import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts, timeChanges } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { sections, tests } from '#drizzle/schema/tests.ts'
import { bound, equals, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope, StudentScope } from '#server/platform/scope.ts'
import type { AssignmentFilter, AssignmentStatus } from '#shared/assignments/assignments.schema.ts'
import { releaseFacts } from './release.repo.ts'

export const assignmentsRepo = repository((db) => {
  const ofKind = ({ testType, subject }: AssignmentFilter) =>
    and(testType ? eq(tests.testType, testType) : undefined, subject ? eq(tests.subject, subject) : undefined)
  const extraMs = sql<number>`(select coalesce(sum(${timeChanges.ms}), 0) from ${timeChanges}
    where ${timeChanges.studentId} = ${studentAssignments.studentId}
    and ${timeChanges.assignmentId} = ${studentAssignments.assignmentId} and ${timeChanges.kind} = 'extra')`

  /** Students who started a test keep it after it is deleted. */
  const isKept = sql`(${tests.deletedAt} is null or exists (select 1 from ${attempts} own
    where own.student_id = ${studentAssignments.studentId} and own.test_id = ${tests.id}))`
  const isOffered = ({ collegeId }: CollegeScope, statuses: readonly AssignmentStatus[]) =>
    and(eq(assignments.collegeId, collegeId), inArray(assignments.status, statuses), isNull(tests.deletedAt))
  const isGiven = ({ studentId, collegeId }: StudentScope) =>
    and(eq(studentAssignments.studentId, studentId), equals(assignments, { collegeId, status: 'accepted' }), isKept)
  /** Summary of repeated attempts at a test. SQLite skips these subqueries for a first attempt. */
  const practised = {
    attempts: sql<number>`case when ${attempts.number} > 1 then (select count(*) from ${attempts} own
      where own.student_id = ${attempts.studentId} and own.test_id = ${attempts.testId}
      and own.submitted_at is not null) else 0 end`,
    bestPercentage: sql<number>`case when ${attempts.number} > 1 then (select coalesce(max(own.percentage), 0) from ${attempts} own
      where own.student_id = ${attempts.studentId} and own.test_id = ${attempts.testId}
      and own.submitted_at is not null) else 0 end`,
  }

  // Three key lookups take half as long as one join.
  const offerOf = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(and(bound(assignments, 'testId', 'collegeId'), eq(assignments.status, 'accepted')))
    .prepare()
  const givenTo = db
    .select({ studentId: studentAssignments.studentId })
    .from(studentAssignments)
    .where(bound(studentAssignments, 'assignmentId', 'studentId'))
    .prepare()
  const testById = db.select().from(tests).where(bound(tests, 'id')).prepare()

  return {
    /** Returns a test unless it is deleted. */
    test: async (testId: string) =>
      db
        .select({ testName: tests.testName, collegeId: tests.collegeId })
        .from(tests)
        .where(and(eq(tests.id, testId), isNull(tests.deletedAt)))
        .get(),
    collegesByIds: async (ids: readonly string[]) =>
      db
        .select()
        .from(colleges)
        .where(and(isAmong(colleges.id, ids), isNull(colleges.deletedAt))),
    /** @returns true if the offer is new */
    offer: async (row: typeof assignments.$inferInsert) =>
      db.insert(assignments).values(row).onConflictDoNothing().run().changes > 0,
    collegesOf: async (testId: string) =>
      db
        .select({
          collegeId: colleges.id,
          collegeName: colleges.name,
          status: assignments.status,
          assignedAt: assignments.assignedAt,
          rejectionReason: assignments.rejectionReason,
        })
        .from(assignments)
        .innerJoin(colleges, eq(colleges.id, assignments.collegeId))
        .where(eq(assignments.testId, testId))
        .orderBy(asc(colleges.name)),
    listOfCollege: async (scope: CollegeScope, filter: AssignmentFilter, statuses: readonly AssignmentStatus[]) =>
      db
        .select({ assignment: assignments, test: tests })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(and(isOffered(scope, statuses), ofKind(filter)))
        .orderBy(desc(assignments.assignedAt), desc(assignments.id)),
    listOfStudent: async (scope: StudentScope, filter: AssignmentFilter) =>
      db
        .select({
          assignment: assignments,
          test: tests,
          attempt: attempts,
          release: releaseFacts,
          practised,
          extraMs,
          sectionCount: db.$count(sections, eq(sections.testId, tests.id)),
        })
        .from(studentAssignments)
        .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(
          attempts,
          and(
            eq(attempts.testId, tests.id),
            eq(attempts.studentId, studentAssignments.studentId),
            eq(attempts.isLatest, true),
          ),
        )
        .where(and(isGiven(scope), ofKind(filter)))
        .orderBy(desc(tests.startDateTime), desc(tests.id)),
    /** Number of tests per type that were offered to a college and have one of these statuses. */
    countByType: async (scope: CollegeScope, statuses: readonly AssignmentStatus[]) =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(isOffered(scope, statuses))
        .groupBy(tests.testType),
    /** Number of tests per type that are assigned to a student. */
    countByTypeOfStudent: async (scope: StudentScope) =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(studentAssignments)
        .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(isGiven(scope))
        .groupBy(tests.testType),
    findStudentTest: async ({ studentId, collegeId }: StudentScope, testId: string) => {
      const offer = offerOf.get({ testId, collegeId })
      const test = offer && givenTo.get({ assignmentId: offer.id, studentId }) && testById.get({ id: testId })
      return test && { assignmentId: offer.id, test }
    },
    find: async (scope: CollegeScope, id: string) =>
      db
        .select({ assignment: assignments, testName: tests.testName, startDateTime: tests.startDateTime })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(and(equals(assignments, { id, collegeId: scope.collegeId }), isNull(tests.deletedAt)))
        .get(),
    decide: async (
      id: string,
      decision: Pick<typeof assignments.$inferSelect, 'status' | 'decidedBy' | 'decidedAt' | 'rejectionReason'>,
    ) => {
      await db.update(assignments).set(decision).where(eq(assignments.id, id))
    },
  }
})
