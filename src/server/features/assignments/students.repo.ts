import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm'
import { assignments, studentAssignments } from '#drizzle/schema/assignments.ts'
import { attempts } from '#drizzle/schema/attempts.ts'
import { users } from '#drizzle/schema/members.ts'
import { contains, equals, isAmong, repository } from '#server/platform/db.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { CandidateQuery, StudentsForm } from '#shared/assignments/assignments.schema.ts'

export const studentsRepo = repository((db) => {
  const studentsOf = (scope: CollegeScope) => equals(users, { collegeId: scope.collegeId, role: 'student' })
  const hasIt = (assignmentId: string) => sql<number>`exists (select 1 from ${studentAssignments}
    where ${studentAssignments.assignmentId} = ${assignmentId} and ${studentAssignments.studentId} = ${users.id})`
  const matching = (scope: CollegeScope, assignmentId: string, { search, assigned }: CandidateQuery) =>
    and(
      studentsOf(scope),
      assigned === undefined ? undefined : sql`${hasIt(assignmentId)} = ${assigned ? 1 : 0}`,
      search ? contains(search, users.name, users.email, users.idNumber) : undefined,
    )
  /** Students selected by a form: the intersection of its groups, plus hand-picked students. */
  const chosen = (scope: CollegeScope, form: StudentsForm) => {
    const groups: SQL[] = []
    if (form.branches.length > 0) groups.push(isAmong(users.branch, form.branches))
    if (form.batches.length > 0) groups.push(isAmong(users.batch, form.batches))
    if (form.sections.length > 0) groups.push(isAmong(users.section, form.sections))
    const picked = isAmong(users.id, form.specificStudents)
    return and(studentsOf(scope), groups.length > 0 ? sql`(${and(...groups)} or ${picked})` : picked)
  }

  const latestAttempt = and(
    eq(attempts.studentId, users.id),
    eq(attempts.testId, assignments.testId),
    eq(attempts.isLatest, true),
  )

  return {
    /** Counts the ids that belong to students of the college. */
    countByIds: async (scope: CollegeScope, ids: readonly string[]) =>
      db.$count(users, and(studentsOf(scope), isAmong(users.id, ids))),
    /** Counts the selected students, and those who already have the assignment. */
    countChosen: async (scope: CollegeScope, assignmentId: string, form: StudentsForm) => {
      const [found] = await db
        .select({ selected: count(), already: sql<number>`coalesce(sum(${hasIt(assignmentId)}), 0)` })
        .from(users)
        .where(chosen(scope, form))
      return found ?? { selected: 0, already: 0 }
    },
    /** Assigns the selected students in one statement. @returns the number of new assignments */
    assignChosen: async (scope: CollegeScope, assignmentId: string, form: StudentsForm, now: number) =>
      db
        .insert(studentAssignments)
        .select(
          db
            .select({
              assignmentId: sql<string>`${assignmentId}`.as('assignment_id'),
              studentId: users.id,
              assignedAt: sql<number>`${now}`.as('assigned_at'),
              anyNetwork: sql<boolean>`0`.as('any_network'),
              refusal: sql<null>`null`.as('refusal'),
              seatChangedAt: sql<null>`null`.as('seat_changed_at'),
            })
            .from(users)
            .where(chosen(scope, form)),
        )
        .onConflictDoNothing()
        .run().changes,
    assignedIds: async (assignmentId: string) =>
      db
        .select({ studentId: studentAssignments.studentId })
        .from(studentAssignments)
        .where(eq(studentAssignments.assignmentId, assignmentId)),
    /** Returns an assigned student and whether they have started. */
    assigned: async (scope: CollegeScope, assignmentId: string, studentId: string) =>
      db
        .select({ name: users.name, attemptId: attempts.id })
        .from(studentAssignments)
        .innerJoin(assignments, eq(assignments.id, studentAssignments.assignmentId))
        .innerJoin(users, eq(users.id, studentAssignments.studentId))
        .leftJoin(attempts, latestAttempt)
        .where(and(equals(studentAssignments, { assignmentId, studentId }), eq(users.collegeId, scope.collegeId)))
        .get(),
    remove: async (assignmentId: string, studentId: string) => {
      await db.delete(studentAssignments).where(equals(studentAssignments, { assignmentId, studentId }))
    },
    /** The college's student groups, each with its number of assigned students. */
    groups: async (scope: CollegeScope, assignmentId: string) =>
      db
        .select({
          batch: sql<string>`coalesce(${users.batch}, '')`,
          branch: sql<string>`coalesce(${users.branch}, '')`,
          section: sql<string>`coalesce(${users.section}, '')`,
          students: count(),
          assigned: sql<number>`sum(${hasIt(assignmentId)})`,
        })
        .from(users)
        .where(studentsOf(scope))
        .groupBy(users.batch, users.branch, users.section)
        .orderBy(asc(users.batch), asc(users.branch), asc(users.section)),
    list: async (scope: CollegeScope, assignmentId: string, query: CandidateQuery) =>
      db
        .select({
          id: users.id,
          name: users.name,
          email: users.email,
          idNumber: users.idNumber,
          branch: users.branch,
          batch: users.batch,
          section: users.section,
          isAssigned: hasIt(assignmentId),
          attemptId: attempts.id,
          submittedAt: attempts.submittedAt,
        })
        .from(users)
        .innerJoin(assignments, eq(assignments.id, assignmentId))
        .leftJoin(attempts, latestAttempt)
        .where(matching(scope, assignmentId, query))
        .orderBy(sql`${users.name} collate nocase`, asc(users.id))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    count: async (scope: CollegeScope, assignmentId: string, query: CandidateQuery) =>
      db.$count(users, matching(scope, assignmentId, query)),
  }
})
