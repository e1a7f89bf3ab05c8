import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope, Reach, StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import {
  type AssignmentFilter,
  assignmentStatuses,
  type collegeAssignmentList,
  type Decision,
  type facultyTestList,
} from '#shared/assignments/assignments.schema.ts'
import { type Release, releaseOf } from '#shared/attempts/release.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { partOf } from '#shared/schema.ts'
import { summaryOf } from '#shared/tests/tests.rules.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  alreadyDecided,
  assignmentNotFound,
  collegeInactive,
  collegeNotFound,
  notRejected,
  ownedByCollege,
  startedInTheMeantime,
  testNotFound,
} from './assignments.errors.ts'
import { assignmentsRepo } from './assignments.repo.ts'
import { figuresOf } from './college.ts'

/** @throws NOT_FOUND when the test does not exist or is deleted */
export async function requireAssignableTest(app: Platform, testId: string) {
  if (!(await assignmentsRepo(app.db.read).test(testId))) throw testNotFound()
}

/**
 * Offers a test to all of the given colleges, or to none on error. Returns the number of new assignments.
 * @throws NOT_FOUND for an unknown college, CONFLICT for an inactive one or for a test that a college wrote
 */
export async function assignToColleges(app: Platform, actor: Actor, testId: string, collegeIds: readonly string[]) {
  const now = app.clock.now()
  const wanted = [...new Set(collegeIds)]
  return app.db.write(async (tx) => {
    const repo = assignmentsRepo(tx)
    const test = await repo.test(testId)
    if (!test) throw testNotFound()
    if (test.collegeId !== null) throw ownedByCollege()
    const found = await repo.collegesByIds(wanted)
    if (found.length < wanted.length) throw collegeNotFound()
    const inactive = found.filter((college) => !college.isActive)
    if (inactive.length > 0) throw collegeInactive(inactive.map((college) => college.name))
    let assigned = 0
    for (const collegeId of wanted) {
      const id = newId()
      if (!(await repo.offer({ id, testId, collegeId, assignedAt: now }))) continue
      assigned++
      await recordAudit(tx, now, actor, {
        action: 'assignment.create',
        subject: { type: 'assignment', id, name: test.testName },
        collegeId,
        detail: { testId },
      })
    }
    return { assigned, alreadyAssigned: wanted.length - assigned }
  })
}

/** Assigns a college's own test to that college. Own tests are accepted immediately, without an offer. */
export async function acceptOwnTest(tx: Db, now: number, { testId, collegeId }: { testId: string; collegeId: string }) {
  await assignmentsRepo(tx).offer({ id: newId(), testId, collegeId, status: 'accepted', assignedAt: now })
}

/** Colleges that were offered a test, by name. */
export async function findAssignedColleges(app: Platform, testId: string) {
  await requireAssignableTest(app, testId)
  return { colleges: await assignmentsRepo(app.db.read).collegesOf(testId) }
}

/** Tests offered to a college, newest offer first. */
export async function findCollegeAssignments(app: Platform, scope: CollegeScope, filter: AssignmentFilter) {
  const assignments: z.input<typeof collegeAssignmentList>['assignments'] = []
  const all = await assignmentsRepo(app.db.read).listOfCollege(scope, filter, assignmentStatuses)
  const { rows, pagination } = partOf(all, filter)
  for (const { assignment, test } of rows) {
    const { assigned, completed, batches, branches } = await figuresOf(app, scope, test.id)
    assignments.push({
      ...assignment,
      assignedStudentsCount: assigned,
      attemptCount: completed,
      testBatches: batches,
      testBranches: branches,
      testId: summaryOf(test),
    })
  }
  return { assignments, pagination }
}

/** Tests that a college accepted, with student progress, for its faculty. */
export async function findFacultyTests(app: Platform, scope: CollegeScope, filter: AssignmentFilter) {
  const tests: z.input<typeof facultyTestList>['tests'] = []
  const { rows, pagination } = partOf(
    await assignmentsRepo(app.db.read).listOfCollege(scope, filter, ['accepted']),
    filter,
  )
  for (const { assignment, test } of rows) {
    const { assigned, completed, mean } = await figuresOf(app, scope, test.id)
    tests.push({
      id: assignment.id,
      assignedDate: assignment.assignedAt,
      totalStudents: assigned,
      completed,
      avgScore: String(mean),
      testId: summaryOf(test),
    })
  }
  return { tests, pagination }
}

/** The student's score, or its release time if it is not released yet. */
const scoreOf = (
  {
    marksObtained,
    percentage,
    pendingMarks,
  }: Record<'marksObtained' | 'percentage', number | null> & { pendingMarks: number },
  { isOut, at }: Release,
) => {
  if (pendingMarks > 0) return { marksObtained: null, percentage: null, pendingMarks }
  if (!isOut) return { marksObtained: null, percentage: null, releaseAt: at }
  return { marksObtained: marksObtained ?? 0, percentage: percentage ?? 0 }
}

type ListedTest = Awaited<ReturnType<ReturnType<typeof assignmentsRepo>['listOfStudent']>>[number]

/** Maximum marks of the student's own paper, which a dropped question lowers only for the students who drew it. */
async function totalMarksOf(app: Services, { test, attempt }: ListedTest): Promise<number> {
  if (attempt === null || attempt.seed === null) return test.totalMarks
  if (attempt.submittedAt !== null) return attempt.totalMarks ?? test.totalMarks
  const paper = await app.papers.of(app.db.read, { testId: test.id, version: test.version, seed: attempt.seed })
  return paper.shown.totalMarks
}

/** Tests assigned to a student, latest window first. */
export async function findStudentAssignments(app: Services, scope: StudentScope, filter: AssignmentFilter) {
  const { rows, pagination } = partOf(await assignmentsRepo(app.db.read).listOfStudent(scope, filter), filter)
  const now = app.clock.now()
  const totals = new Map<string, number>()
  for (const row of rows) totals.set(row.test.id, await totalMarksOf(app, row))
  return {
    pagination,
    serverTime: now,
    assignments: rows.map(({ assignment, test, attempt, release, practised, extraMs, sectionCount }) => ({
      id: assignment.id,
      hasAttempted: attempt?.submittedAt != null,
      inProgress: attempt !== null && attempt.submittedAt === null,
      deadline: attempt !== null && attempt.submittedAt === null ? attempt.deadline : null,
      extraMinutes: round2((attempt?.extraMs ?? extraMs) / 60_000),
      sectionCount,
      attempt:
        attempt?.submittedAt == null
          ? null
          : {
              ...scoreOf(attempt, releaseOf(release, now).score),
              submittedAt: attempt.submittedAt,
              createdAt: attempt.startedAt,
            },
      ...(attempt && attempt.number > 1 && { practised }),
      testId: { ...summaryOf(test), totalMarks: totals.get(test.id) ?? test.totalMarks },
    })),
  }
}

/**
 * Returns a test assigned to the student, even a deleted one: callers check `deletedAt` if needed. @throws NOT_FOUND
 */
export const requireStudentTest = (app: Platform, scope: StudentScope, testId: string) =>
  requireStudentTestIn(app.db.read, scope, testId)

/** Same as `requireStudentTest`, but inside a write job, so the test cannot be deleted concurrently. */
export async function requireStudentTestIn(db: Db, scope: StudentScope, testId: string) {
  const found = await assignmentsRepo(db).findStudentTest(scope, testId)
  if (!found) throw testNotFound()
  return found
}

/** Returns an offer to the college. @throws NOT_FOUND, also for another college's offer */
export async function requireAssignment(app: Platform, scope: CollegeScope, id: string) {
  const found = await assignmentsRepo(app.db.read).find(scope, id)
  if (!found) throw assignmentNotFound()
  return found.assignment
}

/** Accepts or rejects an offer. @throws NOT_FOUND, CONFLICT when already decided */
export async function decideAssignment(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  id: string,
  { status, reason }: Decision,
) {
  const rejectionReason = (status === 'rejected' && reason) || null
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    const found = await assignmentsRepo(tx).find(scope, id)
    if (!found) throw assignmentNotFound()
    if (found.assignment.status !== 'pending') throw alreadyDecided(found.assignment.status)
    await assignmentsRepo(tx).decide(id, { status, decidedBy: actor.id, decidedAt: now, rejectionReason })
    if (status === 'accepted')
      await app.webhooks.queueEvent(
        tx,
        { event: 'assignment.accepted', collegeId: scope.collegeId, now },
        async () => ({
          assignment: { id, acceptedAt: new Date(now).toISOString() },
          test: { id: found.assignment.testId, testName: found.testName },
        }),
      )
    await recordAudit(tx, now, actor, {
      action: `assignment.${status}`,
      subject: { type: 'assignment', id, name: found.testName },
      ...(rejectionReason && { detail: { reason: rejectionReason } }),
    })
    return { assignment: { ...found.assignment, status } }
  })
}

/**
 * Undoes a rejection so the college can decide again.
 * @throws NOT_FOUND, CONFLICT when the test is not rejected or its window has opened
 */
export async function undoRejection(app: Platform, scope: CollegeScope, actor: Actor, id: string) {
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    const found = await assignmentsRepo(tx).find(scope, id)
    if (!found) throw assignmentNotFound()
    if (found.assignment.status !== 'rejected') throw notRejected()
    if (found.startDateTime <= now) throw startedInTheMeantime()
    const undecided = { status: 'pending', decidedBy: null, decidedAt: null, rejectionReason: null } as const
    await assignmentsRepo(tx).decide(id, undecided)
    await recordAudit(tx, now, actor, {
      action: 'assignment.undo_rejection',
      subject: { type: 'assignment', id, name: found.testName },
    })
    return { assignment: { ...found.assignment, ...undecided } }
  })
}

/** Number of tests per type that a college accepted or that are assigned to a student. */
export function countAssignedByType(app: Platform, reach: Exclude<Reach, { kind: 'platform' }>) {
  const repo = assignmentsRepo(app.db.read)
  if (reach.kind === 'student') return repo.countByTypeOfStudent(reach.scope)
  return repo.countByType(reach.scope, ['accepted'])
}
