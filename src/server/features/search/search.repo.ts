import { and, asc, eq, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { assignments } from '#drizzle/schema/assignments.ts'
import { codingQuestions } from '#drizzle/schema/coding.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { begins, contains, equals, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { AssignmentStatus } from '#shared/assignments/assignments.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { wordsOf } from '#shared/search/search.rules.ts'
import { maxResults } from '#shared/search/search.schema.ts'

/** Every word must occur in one of the columns. */
const matches = (query: string, ...columns: [SQLWrapper, ...SQLWrapper[]]): SQL | undefined =>
  and(...wordsOf(query).map((word) => contains(word, ...columns)))

/** 0 if a column starts with the query, 1 if a word of the first column does, else 2. */
const rankOf = (query: string, title: SQLWrapper, ...others: SQLWrapper[]): SQL<number> =>
  sql<number>`case when ${begins(query, title, ...others)} then 0
    when ${contains(` ${query}`, title)} then 1 else 2 end`

/** Best matches of each kind. Scanning 20,000 people takes about 10 ms: see docs/decisions/040. */
export const searchRepo = repository((db) => {
  const test = {
    id: tests.id,
    title: tests.testName,
    subject: tests.subject,
    testType: tests.testType,
    startDateTime: tests.startDateTime,
    endDateTime: tests.endDateTime,
  }
  const testRank = (query: string) => rankOf(query, tests.testName)
  const testOrder = (rank: SQL) => [rank, sql`${tests.testName} collate nocase`, asc(tests.id)]

  return {
    members: async (scope: CollegeScope, role: MemberRole, query: string) => {
      const rank = rankOf(query, users.name, users.email, users.idNumber)
      return db
        .select({
          id: users.id,
          title: users.name,
          email: users.email,
          idNumber: users.idNumber,
          isActive: users.isActive,
          rank,
        })
        .from(users)
        .where(
          and(
            equals(users, { collegeId: scope.collegeId, role }),
            matches(query, users.name, users.email, users.idNumber),
          ),
        )
        .orderBy(rank, sql`${users.name} collate nocase`, asc(users.id))
        .limit(maxResults)
    },
    collegeTests: async (scope: CollegeScope, statuses: readonly AssignmentStatus[], query: string) => {
      const rank = testRank(query)
      return db
        .select({ ...test, status: assignments.status, rank })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(
          and(
            eq(assignments.collegeId, scope.collegeId),
            inArray(assignments.status, statuses),
            isNull(tests.deletedAt),
            matches(query, tests.testName),
          ),
        )
        .orderBy(...testOrder(rank))
        .limit(maxResults)
    },
    /** @param ids tests to search, including deleted ones */
    testsAmong: async (ids: readonly string[], query: string) => {
      const rank = testRank(query)
      return db
        .select({ ...test, rank })
        .from(tests)
        .where(and(isAmong(tests.id, ids), matches(query, tests.testName)))
        .orderBy(...testOrder(rank))
        .limit(maxResults)
    },
    allTests: async (query: string) => {
      const rank = testRank(query)
      return db
        .select({ ...test, rank })
        .from(tests)
        .where(and(isNull(tests.deletedAt), matches(query, tests.testName)))
        .orderBy(...testOrder(rank))
        .limit(maxResults)
    },
    /** @param ids questions to search; the whole bank if omitted */
    questions: async (query: string, ids?: readonly string[]) => {
      const rank = rankOf(query, codingQuestions.title)
      return db
        .select({
          id: codingQuestions.id,
          title: codingQuestions.title,
          difficulty: codingQuestions.difficulty,
          practice: codingQuestions.practice,
          tags: codingQuestions.tags,
          rank,
        })
        .from(codingQuestions)
        .where(
          and(
            isNull(codingQuestions.deletedAt),
            isNull(codingQuestions.archivedAt),
            ids && isAmong(codingQuestions.id, ids),
            matches(query, codingQuestions.title, codingQuestions.tags),
          ),
        )
        .orderBy(rank, sql`${codingQuestions.title} collate nocase`, asc(codingQuestions.id))
        .limit(maxResults)
    },
    colleges: async (query: string) => {
      const rank = rankOf(query, colleges.name, colleges.code, colleges.email)
      return db
        .select({
          id: colleges.id,
          title: colleges.name,
          code: colleges.code,
          email: colleges.email,
          isActive: colleges.isActive,
          rank,
        })
        .from(colleges)
        .where(and(isNull(colleges.deletedAt), matches(query, colleges.name, colleges.code, colleges.email)))
        .orderBy(rank, sql`${colleges.name} collate nocase`, asc(colleges.id))
        .limit(maxResults)
    },
    collegeAdmins: async (query: string) => {
      const rank = rankOf(query, users.name, users.email)
      return db
        .select({
          id: colleges.id,
          title: users.name,
          email: users.email,
          collegeName: colleges.name,
          isActive: users.isActive,
          rank,
        })
        .from(users)
        .innerJoin(colleges, eq(colleges.id, users.collegeId))
        .where(
          and(eq(users.role, 'college_admin'), isNull(colleges.deletedAt), matches(query, users.name, users.email)),
        )
        .orderBy(rank, sql`${users.name} collate nocase`, asc(users.id))
        .limit(maxResults)
    },
  }
})
