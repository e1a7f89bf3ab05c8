import { and, asc, count, desc, eq, inArray, isNull, like, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { questions, sections, tests } from '#drizzle/schema/tests.ts'
import { likePattern, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { TestListQuery } from '#shared/tests/schema.ts'

export type SectionInsert = typeof sections.$inferInsert
export type QuestionInsert = typeof questions.$inferInsert

type Filter = Pick<TestListQuery, 'testType' | 'subject' | 'search'>

export const testsRepo = repository((db) => {
  const byId = db
    .select()
    .from(tests)
    .where(and(eq(tests.id, sql.placeholder('id')), isNull(tests.deletedAt)))
    .prepare()
  const questionsOf = db
    .select()
    .from(questions)
    .where(eq(questions.testId, sql.placeholder('testId')))
    .orderBy(asc(questions.position))
    .prepare()
  const sectionsOf = db
    .select()
    .from(sections)
    .where(eq(sections.testId, sql.placeholder('testId')))
    .orderBy(asc(sections.position))
    .prepare()
  /** Rows of the test that are not among those kept. */
  const notKept = (table: typeof questions | typeof sections, testId: string, kept: readonly string[]) =>
    and(eq(table.testId, testId), sql`${table.id} not in (select value from json_each(${JSON.stringify(kept)}))`)
  const matching = ({ testType, subject, search }: Filter) =>
    and(
      isNull(tests.deletedAt),
      testType ? eq(tests.testType, testType) : undefined,
      subject ? eq(tests.subject, subject) : undefined,
      search ? sql`${like(tests.testName, likePattern(search))} escape '\\'` : undefined,
    )
  // Upcoming first: what still lies ahead, the nearest first, then what is past.
  const order = (sort: TestListQuery['sort'], now: number) =>
    ({
      recent: [desc(tests.createdAt), desc(tests.id)],
      name: [sql`${tests.testName} collate nocase`, asc(tests.id)],
      upcoming: [sql`${tests.startDateTime} < ${now}`, sql`abs(${tests.startDateTime} - ${now})`, asc(tests.id)],
    })[sort]

  return {
    find: async (id: string) => byId.get({ id }),
    questionsOf: async (testId: string) => questionsOf.all({ testId }),
    sectionsOf: async (testId: string) => sectionsOf.all({ testId }),
    list: async (query: TestListQuery, now: number) =>
      db
        .select({
          test: tests,
          assignmentCount: db.$count(assignments, eq(assignments.testId, tests.id)),
          attemptCount: db.$count(attempts, eq(attempts.testId, tests.id)),
        })
        .from(tests)
        .where(matching(query))
        .orderBy(...order(query.sort, now))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    count: async (filter: Filter) =>
      (await db.select({ total: count() }).from(tests).where(matching(filter)))[0]?.total ?? 0,
    countByType: async (filter: Omit<Filter, 'testType'>) =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(tests)
        .where(matching(filter))
        .groupBy(tests.testType),
    /** Whether the test is offered to the college, with any of these decisions. */
    isAssignedTo: async (scope: CollegeScope, testId: string, statuses: ('pending' | 'accepted' | 'rejected')[]) =>
      (await db.$count(
        assignments,
        and(
          eq(assignments.testId, testId),
          eq(assignments.collegeId, scope.collegeId),
          inArray(assignments.status, statuses),
        ),
      )) > 0,
    attemptCount: async (testId: string) => db.$count(attempts, eq(attempts.testId, testId)),
    insert: async (row: typeof tests.$inferInsert) => {
      await db.insert(tests).values(row)
    },
    update: async (id: string, row: Partial<typeof tests.$inferInsert>) => {
      await db.update(tests).set(row).where(eq(tests.id, id))
    },
    /**
     * Writes sections and questions in their order; those with a known id are replaced, those not named are removed. A
     * question may have moved to a section that is new, from one that goes.
     */
    putParts: async (testId: string, parts: { sections: SectionInsert[]; questions: QuestionInsert[] }) => {
      for (const { id, ...row } of parts.sections)
        await db
          .insert(sections)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: sections.id, set: row })
      const kept = parts.questions.map((row) => row.id)
      await db.delete(questions).where(notKept(questions, testId, kept))
      for (const { id, ...row } of parts.questions)
        await db
          .insert(questions)
          .values({ id, ...row })
          .onConflictDoUpdate({ target: questions.id, set: row })
      const keptSections = parts.sections.map((row) => row.id)
      await db.delete(sections).where(notKept(sections, testId, keptSections))
    },
  }
})
