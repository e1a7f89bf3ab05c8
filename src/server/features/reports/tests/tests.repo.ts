import { and, asc, desc, eq, gt, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { testGroupTotals, testTotals } from '#drizzle/schema/reports.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { contains, equals, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { percentUnits } from '#shared/reports/reports.rules.ts'
import type { GroupFilter } from '#shared/reports/reports.schema.ts'
import type { FacultyTestsQuery, StudentSort, TestStudentsQuery } from '#shared/reports/tests.schema.ts'
import type { PageQuery } from '#shared/schema.ts'
import { codingMinutesOf } from '#shared/tests/size.rules.ts'
import {
  inGroup,
  isMarked,
  isNamed,
  isPassed,
  pageOf,
  spentMs,
  studentColumns,
  sumOf,
  sumsOf,
  totalsOf,
} from '../reports.repo.ts'

/** Filters for a test's students. */
export type StudentFilter = GroupFilter & Pick<TestStudentsQuery, 'search' | 'status'>

/** Sort keys by column name; missing values come last, and ties are broken by name. */
const sortColumns = {
  name: sql`${users.name} collate nocase`,
  idNumber: sql`${users.idNumber}`,
  percentage: sql`${attempts.percentage}`,
  timeSpent: spentMs(attempts),
  submittedAt: sql`${attempts.submittedAt}`,
} as const

function studentOrder(sort: StudentSort): SQL[] {
  const column = sortColumns[sort.replace(/^-/, '') as keyof typeof sortColumns]
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return [sql`${column} ${direction} nulls last`, sql`${users.name} collate nocase`, asc(users.id)]
}

const ofStatus = (status: TestStudentsQuery['status']): SQL | undefined => {
  if (!status) return undefined
  if (status === 'Not Attempted') return isNull(attempts.id)
  if (status === 'Being Marked') return and(isNotNull(attempts.id), isNull(attempts.percentage))
  return status === 'Completed' ? isMarked : eq(isPassed, Number(status === 'Pass'))
}

const testColumns = {
  id: tests.id,
  testName: tests.testName,
  subject: tests.subject,
  testType: tests.testType,
  difficulty: tests.difficulty,
  companyName: tests.companyName,
  passMark: tests.passMark,
  rules: tests.rules,
  numberOfQuestions: tests.numberOfQuestions,
  totalMarks: tests.totalMarks,
  duration: tests.duration,
  codingCount: tests.codingCount,
  codingDuration: sql<number>`${tests.codingSeconds}`.mapWith(codingMinutesOf),
  deleted: sql<boolean>`${tests.deletedAt} is not null`.mapWith(Boolean),
}

export const testReportsRepo = repository((db) => {
  const ofTest = (scope: CollegeScope, testId: string) => equals(testTotals, { testId, collegeId: scope.collegeId })
  const groupsOf = (scope: CollegeScope, testId: string) =>
    equals(testGroupTotals, { collegeId: scope.collegeId, testId })
  const submitted = (scope: CollegeScope, testId: string) =>
    and(equals(attempts, { testId, collegeId: scope.collegeId }), isMarked)
  const other = alias(attempts, 'other')
  const isBestOfStudent = notExists(
    db
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          eq(other.studentId, attempts.studentId),
          eq(other.testId, attempts.testId),
          isNotNull(other.percentage),
          sql`(${other.percentage} > ${attempts.percentage}
            or ${other.percentage} = ${attempts.percentage} and ${other.number} < ${attempts.number})`,
        ),
      ),
  )
  /** @param every true to include all attempts of a student, not only the one that counts */
  const studentsOf = (assignmentId: string, testId: string, filter: StudentFilter, every = false) => ({
    attempt: and(
      eq(attempts.studentId, users.id),
      eq(attempts.testId, testId),
      isNotNull(attempts.submittedAt),
      every ? undefined : eq(attempts.counts, true),
    ),
    where: and(
      eq(studentAssignments.assignmentId, assignmentId),
      inGroup(users, filter),
      isNamed(filter.search),
      ofStatus(filter.status),
    ),
  })
  const studentRows = (
    assignmentId: string,
    testId: string,
    filter: StudentFilter,
    { further, every }: { further?: SQL | undefined; every?: boolean } = {},
  ) => {
    const { attempt, where } = studentsOf(assignmentId, testId, filter, every)
    return db
      .select({
        id: users.id,
        ...studentColumns,
        idNumber: sql<string>`coalesce(${users.idNumber}, '')`,
        attemptId: attempts.id,
        marksObtained: attempts.marksObtained,
        totalMarks: attempts.totalMarks,
        percentage: attempts.percentage,
        passed: attempts.passed,
        correctAnswers: attempts.correctAnswers,
        incorrectAnswers: attempts.incorrectAnswers,
        unanswered: attempts.unanswered,
        submittedAt: attempts.submittedAt,
        spentMs: sql<number | null>`case when ${attempts.id} is not null then ${spentMs(attempts)} end`,
      })
      .from(studentAssignments)
      .innerJoin(users, eq(users.id, studentAssignments.studentId))
      .leftJoin(attempts, attempt)
      .where(and(where, further))
  }
  /** Tests the college accepted. A deleted test is kept while it has results, so all reports add up. */
  const accepted = (scope: CollegeScope, filter: Pick<FacultyTestsQuery, 'testType' | 'subject' | 'search'>) =>
    and(
      equals(assignments, { collegeId: scope.collegeId, status: 'accepted' }),
      sql`(${tests.deletedAt} is null or ${testTotals.completed} > 0)`,
      filter.testType ? eq(tests.testType, filter.testType) : undefined,
      filter.subject ? eq(tests.subject, filter.subject) : undefined,
      filter.search ? contains(filter.search.trim(), tests.testName) : undefined,
    )
  const order = {
    assigned: [asc(assignments.assignedAt), asc(assignments.id)],
    '-assigned': [desc(assignments.assignedAt), desc(assignments.id)],
    name: [sql`${tests.testName} collate nocase`, asc(tests.id)],
    '-name': [sql`${tests.testName} collate nocase desc`, desc(tests.id)],
  }
  const isWaiting = and(eq(assignments.status, 'pending'), isNull(tests.deletedAt))
  const totals = {
    assigned: sql<number>`coalesce(${testTotals.assigned}, 0)`,
    students: sql<number>`coalesce(${testTotals.students}, 0)`,
    completed: sql<number>`coalesce(${testTotals.completed}, 0)`,
    percentages: sql<number>`coalesce(${testTotals.percentages}, 0) / ${percentUnits}`,
  }
  const totalsJoin = and(eq(testTotals.testId, assignments.testId), eq(testTotals.collegeId, assignments.collegeId))

  return {
    test: async (id: string) => db.select(testColumns).from(tests).where(eq(tests.id, id)).get(),
    /** A test that the college accepted, with its assignment id. */
    acceptedTest: async (scope: CollegeScope, testId: string) =>
      db
        .select({ ...testColumns, assignmentId: assignments.id })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(equals(assignments, { testId, collegeId: scope.collegeId, status: 'accepted' }))
        .get(),
    /** Colleges that were offered the test, by name. */
    colleges: async (testId: string) =>
      db
        .select({
          collegeId: colleges.id,
          collegeName: colleges.name,
          status: assignments.status,
          ...totals,
        })
        .from(assignments)
        .innerJoin(colleges, eq(colleges.id, assignments.collegeId))
        .leftJoin(testTotals, totalsJoin)
        .where(and(eq(assignments.testId, testId), isNull(colleges.deletedAt)))
        .orderBy(sql`${colleges.name} collate nocase`, asc(colleges.id)),
    waiting: async ({ page, limit }: PageQuery) =>
      db
        .select({
          id: assignments.id,
          testName: tests.testName,
          collegeId: assignments.collegeId,
          collegeName: colleges.name,
          assignedAt: assignments.assignedAt,
          endDateTime: tests.endDateTime,
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .innerJoin(colleges, eq(colleges.id, assignments.collegeId))
        .where(isWaiting)
        .orderBy(asc(assignments.assignedAt), asc(assignments.id))
        .limit(limit)
        .offset((page - 1) * limit),
    countWaiting: async () =>
      db
        .select({ total: sql<number>`count(*)` })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(isWaiting)
        .get()?.total ?? 0,
    totals: async (scope: CollegeScope, testId: string) =>
      db
        .select({
          assigned: testTotals.assigned,
          students: testTotals.students,
          studentsPassed: testTotals.studentsPassed,
          ...totalsOf(testTotals),
        })
        .from(testTotals)
        .where(ofTest(scope, testId))
        .get(),
    /** Highest and lowest percentage; null if there are no attempts. */
    extremes: async (scope: CollegeScope, testId: string) => {
      const end = (direction: SQL) =>
        db
          .select({ percentage: attempts.percentage })
          .from(attempts)
          .where(submitted(scope, testId))
          .orderBy(direction)
          .limit(1)
          .get()?.percentage ?? null
      return { highest: end(desc(attempts.percentage)), lowest: end(asc(attempts.percentage)) }
    },
    /** Totals by section. */
    sections: async (scope: CollegeScope, testId: string) =>
      db
        .select({
          section: testGroupTotals.section,
          students: sumOf(testGroupTotals.students),
          ...sumsOf(testGroupTotals),
        })
        .from(testGroupTotals)
        .where(and(groupsOf(scope, testId), gt(testGroupTotals.completed, 0)))
        .groupBy(testGroupTotals.section)
        .orderBy(asc(testGroupTotals.section)),
    /** Best students by their best attempt; ties go to the earlier attempt. */
    top: async (scope: CollegeScope, testId: string, limit: number) =>
      db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          percentage: attempts.percentage,
          marksObtained: attempts.marksObtained,
          totalMarks: attempts.totalMarks,
        })
        .from(attempts)
        .innerJoin(users, eq(users.id, attempts.studentId))
        .where(and(submitted(scope, testId), isBestOfStudent))
        .orderBy(desc(attempts.percentage), asc(attempts.submittedAt), asc(attempts.id))
        .limit(limit),
    /** @param every true to return one row per attempt instead of one per student */
    students: async (
      assignmentId: string,
      testId: string,
      query: StudentFilter & { sort: StudentSort; page?: number; limit?: number },
      every = false,
    ) => {
      const { limit, offset } = pageOf(query)
      return studentRows(assignmentId, testId, query, { every })
        .orderBy(...studentOrder(query.sort))
        .limit(limit)
        .offset(offset)
    },
    /** The students who follow `after` by name. */
    studentsAfter: async (
      assignmentId: string,
      testId: string,
      filter: StudentFilter,
      after: { name: string; id: string } | undefined,
      limit: number,
    ) =>
      studentRows(assignmentId, testId, filter, {
        further:
          after && sql`(${users.name} collate nocase, ${users.id}) > (${after.name} collate nocase, ${after.id})`,
      })
        .orderBy(sql`${users.name} collate nocase`, asc(users.id))
        .limit(limit),
    countStudents: async (assignmentId: string, testId: string, filter: StudentFilter) => {
      const { attempt, where } = studentsOf(assignmentId, testId, filter)
      const found = await db
        .select({ total: sql<number>`count(*)` })
        .from(studentAssignments)
        .innerJoin(users, eq(users.id, studentAssignments.studentId))
        .leftJoin(attempts, attempt)
        .where(where)
      return found[0]?.total ?? 0
    },
    /** For a group: how many students are assigned the test, how many have submitted it, and how many have passed. */
    groupSums: async (scope: CollegeScope, testId: string, filter: GroupFilter) =>
      db
        .select({
          assigned: sumOf(testGroupTotals.assigned),
          students: sumOf(testGroupTotals.students),
          studentsPassed: sumOf(testGroupTotals.studentsPassed),
        })
        .from(testGroupTotals)
        .where(and(groupsOf(scope, testId), inGroup(testGroupTotals, filter)))
        .get(),
    accepted: async (
      scope: CollegeScope,
      query: Omit<FacultyTestsQuery, 'page' | 'limit'> & { page?: number; limit?: number },
    ) => {
      const { limit, offset } = pageOf(query)
      return db
        .select({
          ...testColumns,
          assignmentId: assignments.id,
          assignedAt: assignments.assignedAt,
          ...totals,
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(testTotals, totalsJoin)
        .where(accepted(scope, query))
        .orderBy(...order[query.sort])
        .limit(limit)
        .offset(offset)
    },
    acceptedSums: async (scope: CollegeScope, filter: Pick<FacultyTestsQuery, 'testType' | 'subject' | 'search'>) =>
      db
        .select({
          tests: sql<number>`count(*)`,
          assigned: sumOf(testTotals.assigned),
          students: sumOf(testTotals.students),
          ...sumsOf(testTotals),
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(testTotals, totalsJoin)
        .where(accepted(scope, filter))
        .get(),
    acceptedKinds: async (scope: CollegeScope) =>
      db
        .select({ testType: tests.testType, subject: tests.subject, tests: sql<number>`count(*)` })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(testTotals, totalsJoin)
        .where(accepted(scope, {}))
        .groupBy(tests.testType, tests.subject),
  }
})
