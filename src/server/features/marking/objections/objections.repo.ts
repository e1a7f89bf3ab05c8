import { and, asc, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { objections } from '#drizzle/schema/marking.ts'
import { users } from '#drizzle/schema/members.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { equals, isAmong, repository } from '#server/platform/db.ts'
import type { Reach, StudentScope } from '#server/platform/scope.ts'
import type { ObjectionStatus } from '#shared/marking/objections.rules.ts'
import type { ObjectionQuery } from '#shared/marking/objections.schema.ts'

export type ObjectionRow = typeof objections.$inferSelect

// Unary plus keeps SQLite from reading all of the college's objections.
const inReach = (reach: Reach) =>
  reach.kind === 'platform' ? undefined : sql`+${objections.collegeId} = ${reach.scope.collegeId}`

const tally = (condition: SQL) => sql<number>`sum(case when ${condition} then 1 else 0 end)`

export const objectionsRepo = repository((db) => {
  const student = alias(users, 'student')
  const replier = alias(users, 'replier')
  // Answers of a reopened attempt may still change, so staff see its objections only after resubmission.
  const isSubmitted = isNotNull(attempts.submittedAt)
  const withPeople = () =>
    db
      .select({
        objection: objections,
        assignmentId: attempts.assignmentId,
        submittedAt: attempts.submittedAt,
        student: { id: student.id, name: student.name, idNumber: student.idNumber },
        college: { id: colleges.id, name: colleges.name, email: colleges.email },
        testName: tests.testName,
        repliedBy: replier.name,
      })
      .from(objections)
      .innerJoin(attempts, eq(attempts.id, objections.attemptId))
      .innerJoin(tests, eq(tests.id, objections.testId))
      .innerJoin(student, eq(student.id, objections.studentId))
      .innerJoin(colleges, eq(colleges.id, objections.collegeId))
      .leftJoin(replier, eq(replier.id, objections.repliedBy))
      .$dynamic()
  const countOf = (reach: Reach, status: ObjectionStatus) =>
    sql<number>`${db
      .select({ total: count() })
      .from(objections)
      .innerJoin(attempts, eq(attempts.id, objections.attemptId))
      .where(and(eq(objections.questionId, questions.id), eq(objections.status, status), isSubmitted, inReach(reach)))}`
  const ofQuestion = (questionId: string) => sql`+${objections.questionId} = ${questionId}`

  return {
    test: async (testId: string) =>
      db
        .select({
          testName: tests.testName,
          collegeId: tests.collegeId,
          objectionsUntil: tests.objectionsUntil,
          deletedAt: tests.deletedAt,
        })
        .from(tests)
        .where(eq(tests.id, testId))
        .get(),
    insert: async (row: typeof objections.$inferInsert) => db.insert(objections).values(row).returning().get(),
    ofAttempt: async (attemptId: string) => db.select().from(objections).where(eq(objections.attemptId, attemptId)),
    /** The student's own objection. */
    own: async ({ studentId, collegeId }: StudentScope, id: string) =>
      db.select().from(objections).where(equals(objections, { id, studentId, collegeId })).get(),
    remove: async (id: string) => {
      await db.delete(objections).where(eq(objections.id, id))
    },
    find: async (reach: Reach, id: string) =>
      withPeople()
        .where(and(eq(objections.id, id), inReach(reach)))
        .get(),
    /** Number of objections to each question of a test by status, in question order. */
    countsOf: async (reach: Reach, testId: string) =>
      db
        .select({
          questionId: questions.id,
          questionText: questions.questionText,
          open: countOf(reach, 'open'),
          accepted: countOf(reach, 'accepted'),
          rejected: countOf(reach, 'rejected'),
        })
        .from(questions)
        .where(eq(questions.testId, testId))
        .orderBy(asc(questions.position)),
    hasAny: async (reach: Reach) =>
      db
        .select({ id: objections.id })
        .from(objections)
        .where(reach.kind === 'platform' ? undefined : eq(objections.collegeId, reach.scope.collegeId))
        .limit(1)
        .get() !== undefined,
    /** Tests with objections. */
    testsOf: async (reach: Reach, limit: number) =>
      db
        .select({
          testId: objections.testId,
          testName: tests.testName,
          open: tally(sql`${objections.status} = 'open'`),
          total: count(),
        })
        .from(objections)
        .innerJoin(attempts, eq(attempts.id, objections.attemptId))
        .innerJoin(tests, eq(tests.id, objections.testId))
        .where(
          and(isSubmitted, reach.kind === 'platform' ? undefined : eq(objections.collegeId, reach.scope.collegeId)),
        )
        .groupBy(objections.testId)
        .limit(limit),
    /** A page of objections to a question, oldest first. */
    list: async (reach: Reach, testId: string, query: ObjectionQuery) =>
      withPeople()
        .where(
          and(
            eq(objections.testId, testId),
            query.state === 'open'
              ? eq(objections.status, 'open')
              : inArray(objections.status, ['accepted', 'rejected']),
            ofQuestion(query.questionId),
            inReach(reach),
            isSubmitted,
          ),
        )
        .orderBy(asc(objections.status), asc(objections.createdAt))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    /** All open objections to a question. */
    openOf: async (reach: Reach, testId: string, questionId: string) =>
      withPeople().where(
        and(equals(objections, { testId, status: 'open' }), ofQuestion(questionId), inReach(reach), isSubmitted),
      ),
    reply: async (
      ids: readonly string[],
      reply: Pick<ObjectionRow, 'status' | 'reply' | 'repliedBy' | 'repliedAt'>,
    ) => {
      await db.update(objections).set(reply).where(isAmong(objections.id, ids))
    },
  }
})
export type StaffRow = NonNullable<Awaited<ReturnType<ReturnType<typeof objectionsRepo>['find']>>>
