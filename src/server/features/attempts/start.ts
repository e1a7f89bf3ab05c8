import { randomInt } from 'node:crypto'
import { newId } from '#server/platform/id.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { isRepeatable, timingOf } from '#shared/attempts/attempts.rules.ts'
import { acceptsAnswers, deadlineOf, positionAt, withExtraTime } from '#shared/attempts/clock.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { firstSeed, seeds } from '#shared/tests/draw.rules.ts'
import { requireStudentTest, requireStudentTestIn } from '../assignments/assignments.ts'
import { answersOf } from './answers.ts'
import {
  alreadyAttempted,
  attemptNotFound,
  hasEnded,
  notStartedByStudent,
  notStartedYet,
  queued,
  testNotFound,
} from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type Sitting } from './attempts.repo.ts'
import { savedCodeOf } from './code.ts'
import { hasOwnPapers } from './own-paper.ts'
import { type Paper, paperIn } from './paper.ts'
import { standingAt } from './require-attempt.ts'
import { type Origin, presenceMs, requireNetwork, requireSeat, writerOf, writeSeated } from './seat.ts'

const minute = 60_000

/** True if a start creates an attempt: the first or, with `again`, another after the latest was submitted. */
const begins = (latest: AttemptRow | undefined, again: boolean) =>
  latest === undefined || (again && latest.submittedAt !== null)

/**
 * Starts a test, or resumes the running attempt with the same start time and saved answers.
 * @param form `writer` becomes the writing tab, see `isWriter`; `again` repeats a Practice test after submission
 * @throws NOT_FOUND when the test is not assigned to the student; CONFLICT outside the window, after submitting or
 * while another device is in use; FORBIDDEN outside the test's networks; TOO_MANY_REQUESTS while others start first
 */
export async function startAttempt(
  app: Services,
  scope: StudentScope,
  from: Origin,
  testId: string,
  { writer = null, again = false }: { writer?: string | null | undefined; again?: boolean | undefined } = {},
) {
  await requireStudentTest(app, scope, testId)
  const now = app.clock.now()
  const latest = await attemptsRepo(app.db.read).findSitting(scope, testId)
  const isNew = begins(latest, again)
  const place = isNew ? app.startQueue.enter(`${scope.studentId} ${testId}`) : null
  if (place) throw queued(place)
  const sitting = latest && !isNew ? latest : await begin(app, scope, from, testId, { writer, again }, now)
  if (sitting.id !== latest?.id) app.liveBoards.announce(sitting)
  const paper = await app.papers.of(app.db.read, sitting)
  if (sitting.submittedAt !== null || !acceptsAnswers(now, sitting.deadline)) throw alreadyAttempted()
  const elsewhere = await takeSeat(app, sitting, paper, from, writer, now)
  const opened = app.clock.now()
  return {
    test: paperIn(paper, positionAt(sitting, opened).part),
    attemptId: sitting.id,
    startTime: sitting.startedAt,
    ...standingAt(sitting, paper, opened),
    extraMinutes: round2(sitting.extraMs / minute),
    answers: [...answersOf(sitting.answers, paper), ...(await savedCodeOf(app.db.read, sitting.id, paper))],
    violationCount: sitting.violationCount,
    elsewhere,
  }
}

/**
 * Makes the caller the writing device. @returns true if another device was in use until now; always false in a
 * one-device test
 */
async function takeSeat(
  app: Services,
  sitting: Sitting,
  paper: Paper,
  from: Origin,
  writer: string | null,
  now: number,
): Promise<boolean> {
  const { id } = sitting
  const { oneDevice, networks } = paper.shown.rules
  if (oneDevice || networks.length > 0)
    await writeSeated(app, async (tx) => {
      const current = await attemptsRepo(tx).sitting(id)
      if (!current) throw attemptNotFound()
      await requireSeat(tx, current, paper, from, writer, now)
      if (oneDevice) await attemptsRepo(tx).update(id, { writerAt: now })
    })
  if (oneDevice || writer === null || sitting.writer === writer) return false
  await app.db.write((tx) => attemptsRepo(tx).update(id, { writer }))
  return sitting.writer !== null && now - (sitting.savedAt ?? sitting.startedAt) < presenceMs
}

/**
 * Inserts a new attempt. Reads all inputs inside the job, because the test may be changed or unassigned concurrently.
 */
const begin = (
  app: Services,
  scope: StudentScope,
  from: Origin,
  testId: string,
  { writer, again }: { writer: string | null; again: boolean },
  now: number,
) =>
  writeSeated(app, async (tx) => {
    // If two devices start concurrently, the second finds the first one's attempt.
    const latest = await attemptsRepo(tx).findSitting(scope, testId)
    if (latest && !begins(latest, again)) return latest
    const { assignmentId, test } = await requireStudentTestIn(tx, scope, testId)
    if (latest && !isRepeatable(test)) throw alreadyAttempted()
    if (test.deletedAt !== null) throw testNotFound()
    const timing = timingOf(test, now)
    if (timing === 'Upcoming') throw notStartedYet()
    if (timing === 'Ended') throw hasEnded()
    const paper = await app.papers.of(tx, { testId, version: test.version })
    await requireNetwork(tx, { assignmentId, studentId: scope.studentId }, paper, from, now)
    const extraMs = await attemptsRepo(tx).extraTime(scope.studentId, assignmentId)
    const plan = withExtraTime(paper.plan, 0, extraMs)
    const number = (latest?.number ?? 0) + 1
    await attemptsRepo(tx).updateEarlier({ studentId: scope.studentId, testId, number }, { isLatest: false })
    await attemptsRepo(tx).insert({
      id: newId(),
      number,
      testId,
      assignmentId,
      collegeId: scope.collegeId,
      studentId: scope.studentId,
      startedAt: now,
      plan,
      partOpenedAt: now,
      deadline: deadlineOf({ plan, currentPart: 0, partOpenedAt: now }),
      extraMs,
      seed: hasOwnPapers(paper) ? randomInt(firstSeed, firstSeed + seeds) : null,
      writer: paper.shown.rules.oneDevice ? writerOf(from, writer) : writer,
    })
    const made = await attemptsRepo(tx).findSitting(scope, testId)
    if (!made) throw notStartedByStudent()
    return made
  })
