import { and, asc, count, desc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { codingQuestions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { testTotals } from '#drizzle/schema/reports.ts'
import { pools, questions, sections, tests } from '#drizzle/schema/tests.ts'
import { bound, contains, equals, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { KeyedBody } from '#shared/bank/question-types.rules.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'
import type { TestListQuery, testTimings } from '#shared/tests/tests.schema.ts'
import type { PoolRow, QuestionRow } from '../attempts/paper.ts'

export type SectionInsert = typeof sections.$inferInsert
export type QuestionInsert = typeof questions.$inferInsert & KeyedBody
/** A test's coding question, without the test's id. */
export type CodingInsert = Omit<typeof testCodingQuestions.$inferInsert, 'testId' | 'position'>

type Filter = Pick<TestListQuery, 'testType' | 'subject' | 'difficulty' | 'timing' | 'search'>

export const testsRepo = repository((db) => {
  const byId = db
    .select()
    .from(tests)
    .where(and(bound(tests, 'id'), isNull(tests.deletedAt)))
    .prepare()
  const questionsOf = db
    .select()
    .from(questions)
    .where(bound(questions, 'testId'))
    .orderBy(asc(questions.position))
    .prepare()
  const sectionsOf = db
    .select()
    .from(sections)
    .where(bound(sections, 'testId'))
    .orderBy(asc(sections.position))
    .prepare()
  const codingOf = db
    .select({
      questionId: testCodingQuestions.questionId,
      title: codingQuestions.title,
      difficulty: codingQuestions.difficulty,
      points: testCodingQuestions.points,
      timeLimit: testCodingQuestions.timeLimit,
    })
    .from(testCodingQuestions)
    .innerJoin(codingQuestions, eq(codingQuestions.id, testCodingQuestions.questionId))
    .where(bound(testCodingQuestions, 'testId'))
    .orderBy(asc(testCodingQuestions.position))
    .prepare()
  /** Rows of the test that are not in the list. */
  const notKept = (table: typeof questions | typeof sections | typeof pools, testId: string, kept: readonly string[]) =>
    and(eq(table.testId, testId), sql`${table.id} not in (select value from json_each(${JSON.stringify(kept)}))`)
  const named = (search: string | undefined) => (search ? contains(search, tests.testName) : undefined)
  const timing = (now: number) =>
    sql<(typeof testTimings)[number]>`case when ${tests.startDateTime} > ${now} then 'Upcoming'
      when ${tests.endDateTime} >= ${now} then 'Active' else 'Ended' end`
  const matching = (filter: Filter, now: number) =>
    and(
      isNull(tests.deletedAt),
      filter.testType ? eq(tests.testType, filter.testType) : undefined,
      filter.subject ? eq(tests.subject, filter.subject) : undefined,
      filter.difficulty ? eq(tests.difficulty, filter.difficulty) : undefined,
      filter.timing ? sql`${timing(now)} = ${filter.timing}` : undefined,
      named(filter.search),
    )
  // `upcoming` sorts future tests first, then the others, both by how close their start is to now.
  const order = (sort: TestListQuery['sort'], now: number) =>
    ({
      recent: [desc(tests.createdAt), desc(tests.id)],
      name: [sql`${tests.testName} collate nocase`, asc(tests.id)],
      upcoming: [sql`${tests.startDateTime} < ${now}`, sql`abs(${tests.startDateTime} - ${now})`, asc(tests.id)],
    })[sort]

  /** Sums over all colleges. */
  const sumOf = (column: SQLiteColumn) =>
    sql<number>`(select coalesce(sum(${column}), 0) from ${testTotals} where ${testTotals.testId} = ${tests.id})`
  return {
    find: async (id: string) => byId.get({ id }),
    questionsOf: async (testId: string) => questionsOf.all({ testId }) as QuestionRow[],
    sectionsOf: async (testId: string) => sectionsOf.all({ testId }),
    poolsOf: async (testId: string) =>
      db.select().from(pools).where(eq(pools.testId, testId)).orderBy(asc(pools.position)),
    codingOf: async (testId: string) => codingOf.all({ testId }),
    /** Ids of the given coding questions that are published. */
    published: async (ids: readonly string[]) =>
      (
        await db
          .select({ id: codingQuestions.id })
          .from(codingQuestions)
          .where(
            and(
              isAmong(codingQuestions.id, ids),
              isNull(codingQuestions.deletedAt),
              isNull(codingQuestions.archivedAt),
              eq(codingQuestions.status, 'published'),
            ),
          )
      ).map(({ id }) => id),
    /** Replaces the coding questions of a test. */
    putCoding: async (testId: string, rows: readonly CodingInsert[]) => {
      await db.delete(testCodingQuestions).where(eq(testCodingQuestions.testId, testId))
      for (const [position, row] of rows.entries())
        await db.insert(testCodingQuestions).values({ ...row, testId, position })
    },
    /**
     * Ids on a page. The rows are read separately, because otherwise the sort would handle whole rows and compute the
     * counts of each.
     */
    listIds: async (query: TestListQuery, now: number) =>
      (
        await db
          .select({ id: tests.id })
          .from(tests)
          .where(matching(query, now))
          .orderBy(...order(query.sort, now))
          .limit(query.limit)
          .offset((query.page - 1) * query.limit)
      ).map(({ id }) => id),
    /** The given tests, in the given order, with counts of sections, colleges and attempts. */
    listByIds: async (ids: readonly string[]) => {
      const rows = await db
        .select({
          test: tests,
          collegeName: colleges.name,
          sectionCount: db.$count(sections, eq(sections.testId, tests.id)),
          assignmentCount: db.$count(assignments, eq(assignments.testId, tests.id)),
          assigned: sumOf(testTotals.assigned),
          students: sumOf(testTotals.students),
          completed: sumOf(testTotals.completed),
          percentages: sql<number>`${sumOf(testTotals.percentages)} / ${percentUnits}`,
        })
        .from(tests)
        .leftJoin(colleges, eq(colleges.id, tests.collegeId))
        .where(isAmong(tests.id, ids))
      const place = new Map(ids.map((id, at) => [id, at]))
      return rows.sort((one, other) => (place.get(one.test.id) ?? 0) - (place.get(other.test.id) ?? 0))
    },
    /** Number of tests that match a search, by combination of filter values. */
    countKinds: async (search: string | undefined, now: number) =>
      db
        .select({
          testType: tests.testType,
          subject: tests.subject,
          difficulty: tests.difficulty,
          timing: timing(now),
          total: count(),
        })
        .from(tests)
        .where(and(isNull(tests.deletedAt), named(search)))
        .groupBy(tests.testType, tests.subject, tests.difficulty, timing(now)),
    countByType: async () =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(tests)
        .where(isNull(tests.deletedAt))
        .groupBy(tests.testType),
    /** Same as `countByType`, without the tests of other colleges. */
    countByTypeFor: async ({ collegeId }: CollegeScope) =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(tests)
        .where(and(isNull(tests.deletedAt), or(isNull(tests.collegeId), eq(tests.collegeId, collegeId))))
        .groupBy(tests.testType),
    collegeName: async (id: string) =>
      db.select({ name: colleges.name }).from(colleges).where(eq(colleges.id, id)).get()?.name,
    /** True if the test is offered to the college, with any of these decisions. */
    isAssignedTo: async (scope: CollegeScope, testId: string, statuses: ('pending' | 'accepted' | 'rejected')[]) =>
      (await db.$count(
        assignments,
        and(equals(assignments, { testId, collegeId: scope.collegeId }), inArray(assignments.status, statuses)),
      )) > 0,
    /** True if the test is offered to a college other than its author, or assigned to students. */
    isOffered: async ({ id, collegeId }: { id: string; collegeId: string | null }) => {
      const given = db
        .select({ id: studentAssignments.assignmentId })
        .from(studentAssignments)
        .where(eq(studentAssignments.assignmentId, assignments.id))
      const isGiven = collegeId === null ? undefined : exists(given)
      return (await db.$count(assignments, and(eq(assignments.testId, id), isGiven))) > 0
    },
    /** Number of students who have started. */
    attemptCount: async (testId: string) => db.$count(attempts, equals(attempts, { testId, number: 1 })),
    /** The seeds of all papers that differ between students. */
    seedsOf: async (testId: string) =>
      (await db.select({ seed: attempts.seed }).from(attempts).where(eq(attempts.testId, testId))).flatMap(
        ({ seed }) => seed ?? [],
      ),
    insert: async (row: typeof tests.$inferInsert) => {
      await db.insert(tests).values(row)
    },
    update: async (id: string, row: Partial<typeof tests.$inferInsert>) => {
      await db.update(tests).set(row).where(eq(tests.id, id))
    },
    /**
     * Writes sections and questions in order. Rows with a known id are replaced, and missing ones are deleted. A question
     * may move from a deleted section to a new one.
     */
    putParts: async (
      testId: string,
      parts: { sections: SectionInsert[]; pools: PoolRow[]; questions: QuestionInsert[] },
    ) => {
      for (const { id, ...row } of parts.sections)
        await db
          .insert(sections)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: sections.id, set: row })
      for (const { id, ...row } of parts.pools)
        await db
          .insert(pools)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: pools.id, set: row })
      const kept = parts.questions.map((row) => row.id)
      await db.delete(questions).where(notKept(questions, testId, kept))
      for (const { id, ...row } of parts.questions)
        await db
          .insert(questions)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: questions.id, set: row })
      const keptPools = parts.pools.map((row) => row.id)
      await db.delete(pools).where(notKept(pools, testId, keptPools))
      const keptSections = parts.sections.map((row) => row.id)
      await db.delete(sections).where(notKept(sections, testId, keptSections))
    },
  }
})
