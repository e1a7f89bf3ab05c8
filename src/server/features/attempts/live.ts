import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { positionAt } from '#shared/attempts/clock.rules.ts'
import { liveBeatMs } from '#shared/attempts/live.rules.ts'
import type { liveChanges, liveStudent } from '#shared/attempts/live.schema.ts'
import { round2 } from '#shared/numbers.ts'
import { isSectioned, summaryOf } from '#shared/tests/tests.rules.ts'
import { assignmentNotFound, attemptNotFound } from './attempts.errors.ts'
import { liveRepo } from './live.repo.ts'
import type { BoardWatcher } from './live-boards.ts'
import type { Paper } from './paper.ts'

const minute = 60_000

type Row = Awaited<ReturnType<ReturnType<typeof liveRepo>['students']>>[number]

function present(
  { studentId, answered, savedAt, extraMs, anyNetwork, refusal, attempt }: Row,
  sectioned: boolean,
  now: number,
) {
  const running = attempt !== null && attempt.submittedAt === null
  return {
    studentId,
    attemptId: attempt?.id ?? null,
    status: attempt === null ? 'not_started' : running ? 'in_progress' : 'submitted',
    answered: answered ?? 0,
    violations: attempt?.violationCount ?? 0,
    startedAt: attempt?.startedAt ?? null,
    lastSavedAt: savedAt,
    deadline: running ? attempt.deadline : null,
    currentSection: running && sectioned ? positionAt(attempt, now).part : null,
    clock: running && sectioned ? attempt : null,
    submittedAt: attempt?.submittedAt ?? null,
    submittedBy: attempt?.submittedBy ?? null,
    percentage: attempt?.percentage ?? null,
    extraMinutes: round2(extraMs / minute),
    anyNetwork,
    refusal: running || attempt === null ? refusal : null,
  } satisfies z.input<typeof liveStudent>
}

/** Returns an accepted assignment with its test. @throws NOT_FOUND, also for another college's assignment */
export async function requireAccepted(app: Platform, scope: CollegeScope, assignmentId: string) {
  const found = await liveRepo(app.db.read).find(scope, assignmentId)
  if (!found) throw assignmentNotFound()
  return found
}

/** Names of the sections with separate clocks; empty for a test with a single clock. */
const partNames = ({ sections, plan }: Paper) =>
  sections.length === 0 && plan.length === 1
    ? []
    : [...(sections.length > 0 ? sections.map(({ sectionName }) => sectionName) : ['Questions']), 'Coding'].slice(
        0,
        plan.length,
      )

/** Overlap with the previous read, so concurrent commits are not missed. */
const slackMs = 2_000

/**
 * Progress of every student in an assignment.
 * @param since returns only students with changes since this time, in ms since 1970
 * @throws NOT_FOUND
 */
export async function getBoard(app: Services, scope: CollegeScope, assignmentId: string, since?: number) {
  const { test } = await requireAccepted(app, scope, assignmentId)
  const paper = await app.papers.of(app.db.read, { testId: test.id, version: test.version })
  const repo = liveRepo(app.db.read)
  const rows =
    since === undefined
      ? await repo.students(scope, assignmentId)
      : await repo.studentsSince(scope, assignmentId, since - slackMs)
  const now = app.clock.now()
  return {
    serverTime: now,
    test: summaryOf(test),
    sectionNames: partNames(paper),
    oneDevice: test.rules.oneDevice,
    networks: test.rules.networks,
    total: await repo.countAssigned(assignmentId),
    students: rows.map((row) => {
      const { attempt: _, answered: __, savedAt: ___, extraMs: ____, ...person } = row
      return { ...person, ...present(row, isSectioned(test.testType), now) }
    }),
  }
}

/** Tests in progress in a college, and the next to open. */
export async function findLiveTests(app: Platform, scope: CollegeScope) {
  const now = app.clock.now()
  const repo = liveRepo(app.db.read)
  const tests = await repo.underWay(scope, now)
  return { serverTime: now, tests, next: (await repo.nextToOpen(scope, now)) ?? null }
}

/** Batching interval, in ms. */
const gatherMs = 1_000

interface Viewer {
  /** The session token; null for callers inside the server. */
  token: string | null
  signal: AbortSignal
}

/**
 * Streams changes to a board until the viewer's signal aborts, the session ends or the test is deleted. The first
 * message marks the start of the stream: the client then loads the board. Without changes, an empty message is sent
 * every `liveBeatMs`.
 * @throws NOT_FOUND
 */
export async function* watchBoard(
  app: Services,
  scope: CollegeScope,
  assignmentId: string,
  { token, signal }: Viewer,
): AsyncGenerator<z.input<typeof liveChanges>> {
  const { test } = await requireAccepted(app, scope, assignmentId)
  let wake = () => {}
  const rest = (ms: number, untilMoved: boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => wake(), ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      watcher.wake = untilMoved ? wake : () => {}
    })
  const watcher: BoardWatcher = { moved: new Set(), wake: () => {} }
  const leave = app.liveBoards.add(assignmentId, watcher)
  signal.addEventListener('abort', () => wake(), { once: true })
  const take = async () => {
    const moved = [...watcher.moved]
    watcher.moved.clear()
    const rows = moved.length === 0 ? [] : await liveRepo(app.db.read).someStudents(scope, assignmentId, moved)
    const now = app.clock.now()
    const students = rows.map((row) => present(row, isSectioned(test.testType), now))
    return { serverTime: now, total: await liveRepo(app.db.read).countAssigned(assignmentId), students }
  }
  try {
    let beats = 0
    yield take()
    while (!signal.aborted) {
      if (watcher.moved.size === 0) await rest(liveBeatMs, true)
      if (signal.aborted) return
      beats++
      // Recheck access on every heartbeat and on every tenth message, which is about as often on a busy board.
      if ((watcher.moved.size === 0 || beats % 10 === 0) && !(await mayWatch(app, scope, assignmentId, token))) return
      yield take()
      await rest(gatherMs, false)
    }
  } finally {
    leave()
  }
}

/** True if the session still belongs to the college and the assignment still exists. */
async function mayWatch(app: Services, scope: CollegeScope, assignmentId: string, token: string | null) {
  const actor = token === null ? undefined : await app.sessions.authenticate(token)
  if (actor === null || actor?.secondStep === 'missing' || (actor && actor.collegeId !== scope.collegeId)) return false
  return (await liveRepo(app.db.read).find(scope, assignmentId)) !== undefined
}

/** Returns the violations of a student's latest attempt. @throws NOT_FOUND */
export async function getViolations(app: Platform, scope: CollegeScope, assignmentId: string, studentId: string) {
  const found = await liveRepo(app.db.read).attempt(scope, assignmentId, studentId)
  if (!found) throw attemptNotFound()
  return { violations: await liveRepo(app.db.read).violationsOf(found.attempt.id) }
}
