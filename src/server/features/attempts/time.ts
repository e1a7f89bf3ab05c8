import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { acceptsAnswers, deadlineOf, positionAt, reopenedClock, withExtraTime } from '#shared/attempts/clock.rules.ts'
import type { Release } from '#shared/attempts/release.rules.ts'
import type { ExtraTimeForm, KeyExposureForm, keyExposure, ReopenForm } from '#shared/attempts/time.schema.ts'
import { round2 } from '#shared/numbers.ts'
import type { ExamRules } from '#shared/tests/exam.schema.ts'
import { findRelease, releaseAt } from '../assignments/release.ts'
import { recordAudit } from '../audit/audit.ts'
import { attemptNotFound, noStudents, stillRunning, studentNotFound } from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo } from './attempts.repo.ts'
import { suspendMarking } from './grading.ts'
import { liveRepo } from './live.repo.ts'
import { requireAccepted } from './live.ts'
import { timeRepo } from './time.repo.ts'

const minute = 60_000

/** Updated columns of an attempt that gets extra time at `now`: the open section and all later ones are extended. */
function withMore(attempt: AttemptRow, ms: number, now: number) {
  const plan = withExtraTime(attempt.plan, positionAt(attempt, now).part, ms)
  return { plan, extraMs: attempt.extraMs + ms, deadline: deadlineOf({ ...attempt, plan }) }
}

/**
 * Gives students extra time: immediately if they are taking the test, otherwise when they start. Students who have
 * finished are counted and skipped.
 * @throws NOT_FOUND for a student who is not assigned, VALIDATION when nobody is selected
 */
export async function giveExtraTime(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  assignmentId: string,
  form: ExtraTimeForm,
) {
  const { test } = await requireAccepted(app, scope, assignmentId)
  const ms = form.minutes * minute
  const { selected, open, running } = await app.db.write(async (tx) => {
    const now = app.clock.now()
    const selected = await timeRepo(tx).selected(scope, assignmentId, form)
    const found = new Set(selected.map(({ studentId }) => studentId))
    if (form.students.some((studentId) => !found.has(studentId))) throw studentNotFound()
    if (selected.length === 0) throw noStudents()
    const open = selected.filter(({ attempt }) => isOpen(attempt, now))
    const given = { assignmentId, kind: 'extra', ms, reason: form.reason, changedBy: actor.id, changedAt: now } as const
    for (const { studentId, attempt } of open) {
      await timeRepo(tx).insert({ ...given, id: newId(), studentId })
      if (!attempt) continue
      const { plan, deadline, extraMs } = withMore(attempt, ms, now)
      await timeRepo(tx).putClock(attempt.id, plan, deadline, extraMs)
    }
    const running = open.filter(({ attempt }) => attempt !== null)
    const { key } = await releaseAt(tx, now, scope, test.id)
    const attempts = open.map(({ attempt }) => attempt)
    await recordAudit(tx, now, actor, {
      action: 'assignment.extra_time',
      subject: { type: 'assignment', id: assignmentId, name: test.testName },
      detail: {
        ...{ minutes: form.minutes, reason: form.reason, students: open.length, running: running.length },
        ...exposureDetail(exposureOf(attempts, test, key)),
      },
    })
    return { selected, open, running: running.length }
  })
  for (const { studentId } of open) app.liveBoards.announce({ assignmentId, studentId })
  return { students: open.length, running, submitted: selected.length - open.length }
}

/** Number of the students who could have seen the key, and whether staff released it. */
function exposureOf(attempts: readonly (AttemptRow | null)[], { rules }: { rules: ExamRules }, key: Release) {
  const couldSee = (attempt: AttemptRow | null) =>
    attempt !== null && (attempt.keySeenAt !== null || (attempt.submittedAt !== null && key.isOut))
  return { seen: attempts.filter(couldSee).length, released: rules.keyRelease === 'by_staff' && key.isOut }
}

/** Fields for the audit log; empty when there is nothing to report. */
const exposureDetail = ({ seen, released }: z.input<typeof keyExposure>) => ({
  ...(seen > 0 && { keySeen: seen }),
  ...(released && { keyReleased: true }),
})

/**
 * Counts the students who could have seen the key, to warn staff before they give extra time or reopen attempts.
 * @throws NOT_FOUND
 */
export async function findKeyExposure(app: Platform, scope: CollegeScope, assignmentId: string, form: KeyExposureForm) {
  const { test } = await requireAccepted(app, scope, assignmentId)
  const now = app.clock.now()
  const { key } = await findRelease(app, scope, test.id)
  const selected = (await timeRepo(app.db.read).selected(scope, assignmentId, form)).map(({ attempt }) => attempt)
  return exposureOf(form.kind === 'extra' ? selected.filter((attempt) => isOpen(attempt, now)) : selected, test, key)
}

/** True if the student has not started or can still answer. */
const isOpen = (attempt: AttemptRow | null, now: number) =>
  attempt === null || (attempt.submittedAt === null && acceptsAnswers(now, attempt.deadline))

/**
 * Reopens a submitted attempt in its last section for the given minutes. Deletes its result and receipt; resubmission
 * creates new ones.
 * @throws NOT_FOUND, CONFLICT while it is running
 */
export async function reopenAttempt(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  assignmentId: string,
  form: ReopenForm,
) {
  const { test } = await requireAccepted(app, scope, assignmentId)
  const attempt = await app.db.write(async (tx) => {
    const now = app.clock.now()
    const found = await liveRepo(tx).attempt(scope, assignmentId, form.studentId)
    if (!found) throw attemptNotFound()
    const { attempt, studentName } = found
    const { submittedAt, percentage, receipt } = attempt
    if (submittedAt === null) throw stillRunning()
    const { key } = await releaseAt(tx, now, scope, test.id)
    const exposure = exposureOf([attempt], test, key)
    // Until resubmission, reports count the previous attempt.
    await attemptsRepo(tx).updateEarlier(attempt, { counts: true })
    const clock = reopenedClock(attempt, Math.min(submittedAt, attempt.deadline), now, form.minutes * minute)
    await attemptsRepo(tx).update(attempt.id, {
      ...clock,
      plan: [...clock.plan],
      deadline: deadlineOf(clock),
      pausedMs: attempt.pausedMs + now - Math.min(submittedAt, attempt.deadline),
      submittedAt: null,
      submittedBy: null,
      receipt: null,
      keySeenAt: attempt.keySeenAt ?? (exposure.seen > 0 ? now : null),
      marksObtained: null,
      totalMarks: null,
      percentage: null,
      passed: null,
      pendingMarks: 0,
      correctAnswers: null,
      incorrectAnswers: null,
      unanswered: null,
    })
    const sitting = await attemptsRepo(tx).sitting(attempt.id)
    if (sitting) await suspendMarking(tx, sitting, await app.papers.of(tx, sitting))
    await timeRepo(tx).insert({
      id: newId(),
      assignmentId,
      studentId: form.studentId,
      kind: 'reopened',
      ms: form.minutes * minute,
      reason: form.reason,
      changedBy: actor.id,
      changedAt: now,
    })
    await recordAudit(tx, now, actor, {
      action: 'assignment.reopen_attempt',
      subject: { type: 'assignment', id: assignmentId, name: test.testName },
      detail: {
        ...{ student: studentName, studentId: form.studentId, minutes: form.minutes, reason: form.reason },
        ...{ percentage, receipt },
        ...exposureDetail(exposure),
      },
    })
    return attempt
  })
  app.liveBoards.announce(attempt)
  return { message: 'The attempt has been reopened' }
}

/** Time changes for an assignment's students, or for one of them, newest first. */
export async function findTimeChanges(app: Platform, scope: CollegeScope, assignmentId: string, studentId?: string) {
  const rows = await timeRepo(app.db.read).list(scope, assignmentId, studentId)
  return { changes: rows.map(({ ms, ...row }) => ({ ...row, minutes: round2(ms / minute) })) }
}
