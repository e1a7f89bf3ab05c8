import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { colleges } from '#drizzle/schema/colleges.ts'
import { users } from '#drizzle/schema/members.ts'
import { tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'
import type { CollegeScope, StudentScope } from '#server/platform/scope.ts'
import type { AssignmentFilter, AssignmentStatus, StudentsForm } from '#shared/assignments/schema.ts'

const inList = (
  column: typeof users.id | typeof users.branch | typeof users.batch | typeof users.section,
  values: readonly string[],
) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`

export const assignmentsRepo = repository((db) => {
  const ofKind = ({ testType, subject }: AssignmentFilter) =>
    and(testType ? eq(tests.testType, testType) : undefined, subject ? eq(tests.subject, subject) : undefined)
  const assignedStudents = db.$count(studentAssignments, eq(studentAssignments.assignmentId, assignments.id))
  const submittedWhere = and(
    eq(attempts.testId, assignments.testId),
    eq(attempts.collegeId, assignments.collegeId),
    sql`${attempts.submittedAt} is not null`,
  )
  const groupsAssigned = (column: typeof users.batch | typeof users.branch) => sql<string>`(
    select json_group_array(name) from (
      select distinct ${column} as name from ${studentAssignments}
      join ${users} on ${users.id} = ${studentAssignments.studentId}
      where ${studentAssignments.assignmentId} = ${assignments.id} and ${column} is not null order by 1))`

  const studentTest = db
    .select({ assignmentId: assignments.id, test: tests })
    .from(studentAssignments)
    .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
    .innerJoin(tests, eq(tests.id, assignments.testId))
    .where(
      and(
        eq(studentAssignments.studentId, sql.placeholder('studentId')),
        eq(assignments.testId, sql.placeholder('testId')),
        eq(assignments.collegeId, sql.placeholder('collegeId')),
        eq(assignments.status, 'accepted'),
      ),
    )
    .prepare()

  /** Who a form means: the groups narrow together, the hand-picked are added. */
  const chosenStudents = (scope: CollegeScope, form: StudentsForm) => {
    const groups = [
      form.branches.length > 0 ? inList(users.branch, form.branches) : undefined,
      form.batches.length > 0 ? inList(users.batch, form.batches) : undefined,
      form.sections.length > 0 ? inList(users.section, form.sections) : undefined,
    ].filter((condition) => condition !== undefined)
    const picked = inList(users.id, form.specificStudents)
    const chosen = groups.length > 0 ? sql`(${and(...groups)} or ${picked})` : picked
    return and(eq(users.collegeId, scope.collegeId), eq(users.role, 'student'), chosen)
  }

  return {
    /** The name of a test that is not deleted. */
    testName: async (testId: string) =>
      (
        await db
          .select({ name: tests.testName })
          .from(tests)
          .where(and(eq(tests.id, testId), isNull(tests.deletedAt)))
      )[0]?.name,
    collegesByIds: async (ids: readonly string[]) =>
      db
        .select()
        .from(colleges)
        .where(
          and(sql`${colleges.id} in (select value from json_each(${JSON.stringify(ids)}))`, isNull(colleges.deletedAt)),
        ),
    /** @returns whether it is new */
    offer: async (row: typeof assignments.$inferInsert) =>
      (await db.insert(assignments).values(row).onConflictDoNothing()).changes > 0,
    collegesOf: async (testId: string) =>
      db
        .select({
          collegeId: colleges.id,
          collegeName: colleges.name,
          status: assignments.status,
          assignedAt: assignments.assignedAt,
        })
        .from(assignments)
        .innerJoin(colleges, eq(colleges.id, assignments.collegeId))
        .where(eq(assignments.testId, testId))
        .orderBy(asc(colleges.name)),
    listOfCollege: async (scope: CollegeScope, filter: AssignmentFilter) =>
      db
        .select({
          assignment: assignments,
          test: tests,
          assignedStudentsCount: assignedStudents,
          attemptCount: db.$count(attempts, submittedWhere),
          testBatches: groupsAssigned(users.batch),
          testBranches: groupsAssigned(users.branch),
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(and(eq(assignments.collegeId, scope.collegeId), isNull(tests.deletedAt), ofKind(filter)))
        .orderBy(desc(assignments.assignedAt), desc(assignments.id)),
    listOfFaculty: async (scope: CollegeScope, filter: AssignmentFilter) =>
      db
        .select({
          assignment: assignments,
          test: tests,
          totalStudents: assignedStudents,
          completed: db.$count(attempts, submittedWhere),
          avgScore: sql<number>`(select coalesce(avg(${attempts.percentage}), 0) from ${attempts} where ${submittedWhere})`,
        })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(
          and(
            eq(assignments.collegeId, scope.collegeId),
            eq(assignments.status, 'accepted'),
            isNull(tests.deletedAt),
            ofKind(filter),
          ),
        )
        .orderBy(desc(assignments.assignedAt), desc(assignments.id)),
    listOfStudent: async (scope: StudentScope, filter: AssignmentFilter) =>
      db
        .select({ assignment: assignments, test: tests, attempt: attempts })
        .from(studentAssignments)
        .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(attempts, and(eq(attempts.testId, tests.id), eq(attempts.studentId, studentAssignments.studentId)))
        .where(
          and(
            eq(studentAssignments.studentId, scope.studentId),
            eq(assignments.collegeId, scope.collegeId),
            eq(assignments.status, 'accepted'),
            // Who has begun a test keeps it after its deletion.
            sql`(${tests.deletedAt} is null or ${attempts.id} is not null)`,
            ofKind(filter),
          ),
        )
        .orderBy(desc(tests.startDateTime), desc(tests.id)),
    /** How many tests of each type a college was offered, in any of these states. */
    countByType: async (scope: CollegeScope, statuses: readonly AssignmentStatus[]) =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(
          and(
            eq(assignments.collegeId, scope.collegeId),
            inArray(assignments.status, statuses),
            isNull(tests.deletedAt),
          ),
        )
        .groupBy(tests.testType),
    /** The same of what one student was assigned; who has begun a test keeps it after its deletion. */
    countByTypeOfStudent: async (scope: StudentScope) =>
      db
        .select({ testType: tests.testType, total: count() })
        .from(studentAssignments)
        .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .leftJoin(attempts, and(eq(attempts.testId, tests.id), eq(attempts.studentId, studentAssignments.studentId)))
        .where(
          and(
            eq(studentAssignments.studentId, scope.studentId),
            eq(assignments.collegeId, scope.collegeId),
            eq(assignments.status, 'accepted'),
            sql`(${tests.deletedAt} is null or ${attempts.id} is not null)`,
          ),
        )
        .groupBy(tests.testType),
    findStudentTest: async ({ studentId, collegeId }: StudentScope, testId: string) =>
      studentTest.get({ studentId, collegeId, testId }),
    find: async (scope: CollegeScope, id: string) =>
      db
        .select({ assignment: assignments, testName: tests.testName })
        .from(assignments)
        .innerJoin(tests, eq(tests.id, assignments.testId))
        .where(and(eq(assignments.id, id), eq(assignments.collegeId, scope.collegeId), isNull(tests.deletedAt)))
        .get(),
    decide: async (id: string, status: AssignmentStatus, decidedBy: string, decidedAt: number) => {
      await db.update(assignments).set({ status, decidedBy, decidedAt }).where(eq(assignments.id, id))
    },
    countStudents: async (scope: CollegeScope, ids: readonly string[]) =>
      (
        await db
          .select({ total: count() })
          .from(users)
          .where(and(eq(users.collegeId, scope.collegeId), eq(users.role, 'student'), inList(users.id, ids)))
      )[0]?.total ?? 0,
    countChosen: async (scope: CollegeScope, form: StudentsForm) =>
      (await db.select({ total: count() }).from(users).where(chosenStudents(scope, form)))[0]?.total ?? 0,
    /** Assigns everybody the form means, in one statement. @returns how many were new */
    assignChosen: async (scope: CollegeScope, assignmentId: string, form: StudentsForm, now: number) =>
      (
        await db
          .insert(studentAssignments)
          .select(
            db
              .select({
                assignmentId: sql<string>`${assignmentId}`.as('assignment_id'),
                studentId: users.id,
                assignedAt: sql<number>`${now}`.as('assigned_at'),
              })
              .from(users)
              .where(chosenStudents(scope, form)),
          )
          .onConflictDoNothing()
      ).changes,
    assignedStudentIds: async (assignmentId: string) =>
      db
        .select({ studentId: studentAssignments.studentId })
        .from(studentAssignments)
        .where(eq(studentAssignments.assignmentId, assignmentId)),
  }
})
