import { and, asc, count, desc, eq, gt, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { assignments } from '#drizzle/schema/assignments.ts'
import { answerMarks, attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { markers, markingTotals } from '#drizzle/schema/marking.ts'
import { users } from '#drizzle/schema/members.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { equals, isAmong, repository } from '#server/platform/db.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { MarkingQuery } from '#shared/marking/marking.schema.ts'
import type { QuestionRow } from '../attempts/paper.ts'

type CollegeColumn = typeof attempts.collegeId | typeof answerMarks.collegeId | typeof markingTotals.collegeId
const inReach = (reach: Reach, column: CollegeColumn) =>
  reach.kind === 'platform' ? undefined : eq(column, reach.scope.collegeId)

const tally = (condition: SQL | undefined) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
const isWaiting = isNull(answerMarks.marks)
const isDiffering = and(isNotNull(answerMarks.secondMarks), ne(answerMarks.secondMarks, answerMarks.marks))
const counts = {
  waiting: tally(isWaiting),
  marked: tally(isNotNull(answerMarks.marks)),
  differing: tally(isDiffering),
}

export const markingRepo = repository((db) => {
  const first = alias(users, 'first')
  const second = alias(users, 'second')
  const student = alias(users, 'student')
  // Marks of a reopened attempt are kept, but its answers may still change.
  const isSubmitted = isNotNull(attempts.submittedAt)
  const ofState = ({ state }: Pick<MarkingQuery, 'state'>, markerId: string) =>
    ({
      waiting: isWaiting,
      marked: isNotNull(answerMarks.marks),
      second: and(
        isNotNull(answerMarks.marks),
        isNull(answerMarks.secondAt),
        sql`${answerMarks.markedBy} is not ${markerId}`,
      ),
      differing: isDiffering,
      all: undefined,
    })[state]
  const answers = () =>
    db
      .select({
        attemptId: attempts.id,
        student: { id: student.id, name: student.name, idNumber: student.idNumber },
        collegeName: colleges.name,
        mark: answerMarks,
        markedBy: first.name,
        secondBy: second.name,
      })
      .from(attempts)
      .innerJoin(student, eq(student.id, attempts.studentId))
      .innerJoin(colleges, eq(colleges.id, attempts.collegeId))
      .$dynamic()
  const withMarks = (questionId: string) =>
    answers()
      .leftJoin(answerMarks, and(eq(answerMarks.attemptId, attempts.id), eq(answerMarks.questionId, questionId)))
      .leftJoin(first, eq(first.id, answerMarks.markedBy))
      .leftJoin(second, eq(second.id, answerMarks.secondBy))
  const found = (reach: Reach, testId: string, query: MarkingQuery, markerId: string) =>
    and(
      eq(attempts.testId, testId),
      isSubmitted,
      inReach(reach, attempts.collegeId),
      query.state === 'all' ? undefined : isNotNull(answerMarks.attemptId),
      ofState(query, markerId),
      query.after ? gt(attempts.id, query.after) : undefined,
      query.attemptId ? eq(attempts.id, query.attemptId) : undefined,
    )

  return {
    testName: async (testId: string) =>
      db.select({ testName: tests.testName }).from(tests).where(eq(tests.id, testId)).get()?.testName,
    isAccepted: async (collegeId: string, testId: string) =>
      (await db.$count(assignments, equals(assignments, { testId, collegeId, status: 'accepted' }))) > 0,
    /** The test and college of an attempt. */
    attempt: async (reach: Reach, id: string) =>
      db
        .select({ id: attempts.id, testId: attempts.testId, collegeId: attempts.collegeId })
        .from(attempts)
        .where(and(eq(attempts.id, id), inReach(reach, attempts.collegeId)))
        .get(),
    questionsOf: async (testId: string) =>
      (await db
        .select()
        .from(questions)
        .where(eq(questions.testId, testId))
        .orderBy(asc(questions.position))) as QuestionRow[],
    /** Counts of a test's unmarked and marked answers, by question. */
    countsOf: async (reach: Reach, testId: string) =>
      db
        .select({ questionId: answerMarks.questionId, ...counts })
        .from(answerMarks)
        .innerJoin(attempts, eq(attempts.id, answerMarks.attemptId))
        .where(and(eq(answerMarks.testId, testId), isSubmitted, inReach(reach, answerMarks.collegeId)))
        .groupBy(answerMarks.questionId),
    /** True if any answer is in the marking queue, marked or not. */
    hasAny: async (reach: Reach) =>
      db
        .select({ id: answerMarks.attemptId })
        .from(answerMarks)
        .where(inReach(reach, answerMarks.collegeId))
        .limit(1)
        .get() !== undefined,
    /** Tests with answers in the marking queue, marked or not. */
    testsOf: async (reach: Reach, limit: number) => {
      const waiting = sql<number>`sum(${markingTotals.waiting})`
      const marked = sql<number>`sum(${markingTotals.marked})`
      return db
        .select({ testId: tests.id, testName: tests.testName, waiting, marked })
        .from(markingTotals)
        .innerJoin(tests, eq(tests.id, markingTotals.testId))
        .where(inReach(reach, markingTotals.collegeId))
        .groupBy(tests.id)
        .having(sql`${waiting} + ${marked} > 0`)
        .orderBy(desc(waiting), desc(tests.createdAt))
        .limit(limit)
    },
    /** A page of answers to a question. Ids are random, so their order says nothing about the students. */
    answers: async (reach: Reach, testId: string, query: MarkingQuery, markerId: string) =>
      withMarks(query.questionId)
        .where(found(reach, testId, query, markerId))
        .orderBy(asc(attempts.id))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    countAnswers: async (reach: Reach, testId: string, query: MarkingQuery, markerId: string) =>
      (
        await db
          .select({ total: count() })
          .from(attempts)
          .leftJoin(
            answerMarks,
            and(eq(answerMarks.attemptId, attempts.id), eq(answerMarks.questionId, query.questionId)),
          )
          .where(found(reach, testId, query, markerId))
      )[0]?.total ?? 0,
    answer: async (attemptId: string, questionId: string) =>
      withMarks(questionId).where(eq(attempts.id, attemptId)).get(),
    /** Markers chosen for a test, by college and name. */
    markersOf: async (testId: string) =>
      db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          collegeId: sql<string>`${users.collegeId}`,
          collegeName: colleges.name,
        })
        .from(markers)
        .innerJoin(users, eq(users.id, markers.userId))
        .innerJoin(colleges, eq(colleges.id, users.collegeId))
        .where(eq(markers.testId, testId))
        .orderBy(asc(colleges.name), asc(users.name)),
    /** Chosen markers of one college. */
    markerIds: async (testId: string, collegeId: string) =>
      (
        await db
          .select({ id: users.id })
          .from(markers)
          .innerJoin(users, eq(users.id, markers.userId))
          .where(and(eq(markers.testId, testId), eq(users.collegeId, collegeId)))
      ).map(({ id }) => id),
    facultyAmong: async (ids: readonly string[]) =>
      (
        await db
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.role, 'faculty'), isAmong(users.id, ids)))
      ).map(({ id }) => id),
    putMarkers: async (testId: string, userIds: readonly string[]) => {
      await db.delete(markers).where(eq(markers.testId, testId))
      if (userIds.length > 0) await db.insert(markers).values(userIds.map((userId) => ({ testId, userId })))
    },
  }
})
export type AnswerRow = NonNullable<Awaited<ReturnType<ReturnType<typeof markingRepo>['answer']>>>
