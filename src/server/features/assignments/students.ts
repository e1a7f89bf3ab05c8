import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { CandidateQuery, candidateList, StudentsForm } from '#shared/assignments/assignments.schema.ts'
import { paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { assignmentNotFound, hasStarted, noStudents, notAccepted, studentNotFound } from './assignments.errors.ts'
import { assignmentsRepo } from './assignments.repo.ts'
import { studentsRepo } from './students.repo.ts'

/** Returns an accepted offer to the college. @throws NOT_FOUND, CONFLICT before it is accepted */
async function requireAccepted(db: Db, scope: CollegeScope, id: string) {
  const found = await assignmentsRepo(db).find(scope, id)
  if (!found) throw assignmentNotFound()
  if (found.assignment.status !== 'accepted') throw notAccepted()
  return found
}

/** @throws NOT_FOUND when a hand-picked student is not in the college */
async function countMatching(db: Db, scope: CollegeScope, id: string, form: StudentsForm) {
  const picked = [...new Set(form.specificStudents)]
  if ((await studentsRepo(db).countByIds(scope, picked)) < picked.length) throw studentNotFound()
  return studentsRepo(db).countChosen(scope, id, form)
}

/**
 * Previews `assignToStudents` without storing anything.
 * @throws NOT_FOUND for an assignment or student of another college, CONFLICT before the test is accepted
 */
export async function previewStudents(app: Platform, scope: CollegeScope, id: string, form: StudentsForm) {
  await requireAccepted(app.db.read, scope, id)
  const { selected, already } = await countMatching(app.db.read, scope, id, form)
  return { assigned: selected - already, alreadyAssigned: already }
}

/**
 * Assigns an accepted test to students: the intersection of branches, batches and sections, plus hand-picked students.
 * @throws NOT_FOUND for an assignment or student of another college, CONFLICT before the test is accepted, VALIDATION
 * when nobody is selected
 */
export async function assignToStudents(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  id: string,
  form: StudentsForm,
) {
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    const { testName } = await requireAccepted(tx, scope, id)
    const { selected } = await countMatching(tx, scope, id, form)
    if (selected === 0) throw noStudents()
    const assigned = await studentsRepo(tx).assignChosen(scope, id, form, now)
    const totalAssigned = (await studentsRepo(tx).assignedIds(id)).length
    await recordAudit(tx, now, actor, {
      action: 'assignment.assign_students',
      subject: { type: 'assignment', id, name: testName },
      detail: { assigned, totalAssigned },
    })
    return { assigned, alreadyAssigned: selected - assigned, totalAssigned }
  })
}

/** Unassigns a student who has not started. @throws NOT_FOUND when not assigned, CONFLICT once started */
export async function takeFromStudent(
  app: Platform,
  scope: CollegeScope,
  actor: Actor,
  id: string,
  studentId: string,
): Promise<{ message: string }> {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { testName } = await requireAccepted(tx, scope, id)
    const found = await studentsRepo(tx).assigned(scope, id, studentId)
    if (!found) throw studentNotFound()
    if (found.attemptId !== null) throw hasStarted()
    await studentsRepo(tx).remove(id, studentId)
    await recordAudit(tx, now, actor, {
      action: 'assignment.unassign_student',
      subject: { type: 'assignment', id, name: testName },
      detail: { student: found.name, studentId },
    })
  })
  return { message: 'The test is no longer assigned to the student' }
}

/** Ids of all assigned students. */
export async function findAssignedStudents(app: Platform, id: string) {
  const rows = await studentsRepo(app.db.read).assignedIds(id)
  return { studentIds: rows.map((row) => row.studentId) }
}

/** The college's student groups with their sizes. */
export async function findGroups(app: Platform, scope: CollegeScope, id: string) {
  return { groups: await studentsRepo(app.db.read).groups(scope, id) }
}

/** A page of the college's students by name, with assignment and progress. */
export async function findCandidates(
  app: Platform,
  scope: CollegeScope,
  id: string,
  query: CandidateQuery,
): Promise<z.input<typeof candidateList>> {
  const repo = studentsRepo(app.db.read)
  const [rows, total] = await Promise.all([repo.list(scope, id, query), repo.count(scope, id, query)])
  return {
    students: rows.map(({ isAssigned, attemptId, submittedAt, ...student }) => ({
      ...student,
      status: !isAssigned
        ? 'not_assigned'
        : attemptId === null
          ? 'not_started'
          : submittedAt === null
            ? 'in_progress'
            : 'submitted',
    })),
    pagination: paginate(query, total),
  }
}
