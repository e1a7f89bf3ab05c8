import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { isRepeatable, timingOf } from '#shared/attempts/attempts.rules.ts'
import type {
  NextSectionForm,
  nextSectionAnswer,
  SaveForm,
  saveAnswer,
  startAnswer,
} from '#shared/attempts/attempts.schema.ts'
import {
  acceptsAnswers,
  deadlineOf,
  leavePart,
  openParts,
  positionAt,
  withExtraTime,
} from '#shared/attempts/clock.rules.ts'
import { round2 } from '#shared/numbers.ts'
import { requireStudentTest, requireStudentTestIn } from '../assignments/assignments.ts'
import { addViolations, answersOf, mergeIntoSheet } from './answers.ts'
import {
  alreadyAttempted,
  alreadySubmitted,
  attemptNotFound,
  hasEnded,
  lastSection,
  notBegun,
  notStartedYet,
  sectionNotReached,
  testNotFound,
  timeIsOver,
} from './attempts.errors.ts'
import { type AttemptRow, attemptsRepo, type Sitting } from './attempts.repo.ts'
import { mergeCode, savedCodeOf, splitCode } from './code.ts'
import { type Paper, paperIn } from './paper.ts'
import { type Origin, presenceMs, requireNetwork, requireSeat, writerOf, writeSeated } from './seat.ts'

const minute = 60_000

/** The attempt's state, part of every exam room response. */
function standingAt(attempt: AttemptRow, paper: Paper, now: number) {
  const { part, partDeadline } = positionAt(attempt, now)
  const { plan, currentPart, partOpenedAt } = attempt
  return {
    serverTime: now,
    deadline: attempt.deadline,
    clock: { plan, currentPart, partOpenedAt },
    ...(paper.sections.length > 0 || paper.plan.length > 1
      ? { currentSection: part, sectionDeadline: partDeadline }
      : {}),
  }
}

/** The target of a call: a test, and optionally one attempt at it; the default is the latest. */
interface Target {
  id: string
  attemptId?: string | undefined
}

/** Returns the target attempt. @throws NOT_FOUND, CONFLICT before the start */
export async function requireSitting(app: Platform, db: Db, scope: StudentScope, { id, attemptId }: Target) {
  const sitting = await attemptsRepo(db).findSitting(scope, id, attemptId)
  if (sitting) return sitting
  const reason = await whyNotBegun(app, scope, id)
  throw attemptId === undefined ? reason : attemptNotFound()
}

/** Returns the target attempt of a save or section change. @throws CONFLICT when it no longer accepts answers */
async function requireRunning(app: Platform, tx: Db, scope: StudentScope, target: Target, now: number) {
  const sitting = await requireSitting(app, tx, scope, target)
  if (sitting.submittedAt !== null) throw alreadySubmitted()
  if (!acceptsAnswers(now, sitting.deadline)) throw timeIsOver()
  return sitting
}

/** True if a start creates an attempt: the first, or with `again` another once the latest is submitted. */
const begins = (latest: AttemptRow | undefined, again: boolean) =>
  latest === undefined || (again && latest.submittedAt !== null)

/**
 * Starts a test, or resumes the running attempt with the same start time and saved answers.
 * @param form `writer` becomes the writing tab, see `isWriter`; `again` repeats a Practice test after submission
 * @throws NOT_FOUND when the test is not assigned to the student; CONFLICT outside the window, after submitting or
 * while another device is in use; FORBIDDEN outside the test's networks
 */
export async function startAttempt(
  app: Services,
  scope: StudentScope,
  from: Origin,
  testId: string,
  { writer = null, again = false }: { writer?: string | null | undefined; again?: boolean | undefined } = {},
): Promise<z.input<typeof startAnswer>> {
  await requireStudentTest(app, scope, testId)
  const now = app.clock.now()
  const latest = await attemptsRepo(app.db.read).findSitting(scope, testId)
  const sitting =
    latest && !begins(latest, again) ? latest : await begin(app, scope, from, testId, { writer, again }, now)
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
 * Makes the caller the writing device. @returns whether another one was writing a moment ago; never in a one-device
 * test
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
    // Two devices may press Start concurrently: the second finds the first one's attempt.
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
      writer: paper.shown.rules.oneDevice ? writerOf(from, writer) : writer,
    })
    const made = await attemptsRepo(tx).findSitting(scope, testId)
    if (!made) throw notBegun()
    return made
  })

/** Returns why there is no attempt: the test is not assigned, is deleted, or was not started. */
export async function whyNotBegun(app: Platform, scope: StudentScope, testId: string) {
  const { test } = await requireStudentTest(app, scope, testId)
  return test.deletedAt === null ? notBegun() : testNotFound()
}

/**
 * Checks that the student has started a test. @throws NOT_FOUND when the test is not assigned, CONFLICT before the
 * start
 */
export async function requireAttempt(app: Platform, scope: StudentScope, testId: string): Promise<void> {
  if (!(await attemptsRepo(app.db.read).hasBegun(scope, testId))) throw await whyNotBegun(app, scope, testId)
}

/**
 * Saves answers while the attempt is running; resolves when they are on disk. Answers to closed sections are ignored
 * and reported.
 * @throws CONFLICT after submission, after deadline and grace, or while another device is in use; FORBIDDEN outside the
 * test's networks; VALIDATION, saving nothing, for a question that is not in the paper
 */
export async function saveAnswers(
  app: Services,
  scope: StudentScope,
  from: Origin,
  form: SaveForm & { id: string },
): Promise<z.input<typeof saveAnswer>> {
  const { sitting, paper, merged, code, writer } = await writeSeated(app, async (tx) => {
    const now = app.clock.now()
    const sitting = await requireRunning(app, tx, scope, form, now)
    const paper = await app.papers.of(tx, sitting)
    await requireSeat(tx, sitting, paper, from, form.writer, now)
    const { choices, codes } = splitCode(form.answers, paper)
    const open = openParts(sitting, now)
    const merged = mergeIntoSheet(sitting.answers, paper, choices, open)
    const code = await mergeCode(tx, sitting, paper, codes, open, now)
    await attemptsRepo(tx).putSheet(sitting.id, merged.sheet, merged.answered, now)
    await addViolations(tx, sitting, form.violations, now)
    const { oneDevice } = paper.shown.rules
    const takesOver = form.writer !== undefined && (oneDevice || form.takeOver || sitting.writer === null)
    const writer = takesOver ? (form.writer ?? null) : sitting.writer
    if (!oneDevice && writer !== sitting.writer) await attemptsRepo(tx).update(sitting.id, { writer })
    return { sitting, paper, merged, code, writer }
  })
  app.metrics.saved(form.answers.length)
  app.liveBoards.announce(sitting)
  const now = app.clock.now()
  const kept = form.takeOver
    ? [...answersOf(merged.sheet, paper), ...(await savedCodeOf(app.db.read, sitting.id, paper))]
    : []
  const sent = new Set(form.answers.map(({ questionId }) => questionId))
  return {
    savedAt: now,
    ...standingAt(sitting, paper, now),
    ignored: [...merged.ignored, ...code.ignored],
    // A device that continues receives the answers given elsewhere.
    newer: [...kept.filter(({ questionId }) => !sent.has(questionId)), ...merged.newer, ...code.newer],
    isWriter: form.writer === undefined || form.writer === writer,
    extraMinutes: round2(sitting.extraMs / minute),
  }
}

/**
 * Closes a section permanently and opens the next, after saving the enclosed answers. Idempotent for the same `from`: a
 * repeat returns the current state.
 * @throws CONFLICT from the last section, from one not reached, and when the attempt no longer accepts answers
 */
export async function openNextSection(
  app: Services,
  scope: StudentScope,
  from: Origin,
  form: NextSectionForm & { id: string },
): Promise<z.input<typeof nextSectionAnswer>> {
  const { sitting, paper } = await writeSeated(app, async (tx) => {
    const now = app.clock.now()
    const sitting = await requireRunning(app, tx, scope, form, now)
    const paper = await app.papers.of(tx, sitting)
    await requireSeat(tx, sitting, paper, from, form.writer, now)
    if (form.from >= paper.plan.length - 1) throw lastSection()
    const { part } = positionAt(sitting, now)
    if (form.from > part) throw sectionNotReached()
    const { choices, codes } = splitCode(form.answers, paper)
    const open = openParts(sitting, now)
    const merged = mergeIntoSheet(sitting.answers, paper, choices, open)
    await mergeCode(tx, sitting, paper, codes, open, now)
    await attemptsRepo(tx).putSheet(sitting.id, merged.sheet, merged.answered, now)
    await addViolations(tx, sitting, form.violations, now)
    if (form.from < part) return { sitting, paper }
    const clock = leavePart(sitting, now)
    const left = { currentPart: clock.currentPart, partOpenedAt: clock.partOpenedAt, deadline: deadlineOf(clock) }
    await attemptsRepo(tx).update(sitting.id, left)
    return { sitting: { ...sitting, ...left }, paper }
  })
  app.liveBoards.announce(sitting)
  const now = app.clock.now()
  const { part, partDeadline } = positionAt(sitting, now)
  return {
    ...standingAt(sitting, paper, now),
    currentSection: part,
    sectionDeadline: partDeadline,
    ...(paper.shown.rules.lockSections && { test: paperIn(paper, part) }),
  }
}
