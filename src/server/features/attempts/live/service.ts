import type { z } from 'zod'
import type { Database } from '#server/platform/db.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import { positionAt } from '#shared/attempts/clock/rules.ts'
import type { liveBoard, liveChanges, liveStudent, violationLog } from '#shared/attempts/live/schema.ts'
import { isSectioned, summaryOf } from '#shared/tests/rules.ts'
import { assignmentNotFound, attemptNotFound } from '../errors.ts'
import { paperOf } from '../paper/service.ts'
import type { AttemptRow } from '../repo.ts'
import { liveRepo } from './repo.ts'

const minute = 60_000

/** Who looks at an assignment's board now, and what has moved on it since they were last told. */
interface Watcher {
  moved: Set<string>
  wake: () => void
}
const watchers = new WeakMap<Database, Map<string, Set<Watcher>>>()

/** Tells the boards that something about an attempt has changed. Costs nothing while nobody looks. */
export function announce(app: Platform, { assignmentId, studentId }: Pick<AttemptRow, 'assignmentId' | 'studentId'>) {
  for (const watcher of watchers.get(app.db)?.get(assignmentId) ?? []) {
    watcher.moved.add(studentId)
    watcher.wake()
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof liveRepo>['students']>>[number]

function present({ studentId, answered, savedAt, attempt }: Row, sectioned: boolean, now: number) {
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
    submittedAt: attempt?.submittedAt ?? null,
    submittedBy: attempt?.submittedBy ?? null,
    percentage: attempt?.percentage ?? null,
    extraMinutes: (attempt?.extraMs ?? 0) / minute,
  } satisfies z.input<typeof liveStudent>
}

/** An accepted assignment with its test. @throws NOT_FOUND, also for another college's */
export async function requireAccepted(app: Platform, scope: CollegeScope, assignmentId: string) {
  const found = await liveRepo(app.db.read).find(scope, assignmentId)
  if (!found) throw assignmentNotFound()
  return found
}

/** How far every student of an assignment is, by name. @throws NOT_FOUND */
export async function getBoard(
  app: Platform,
  scope: CollegeScope,
  assignmentId: string,
): Promise<z.input<typeof liveBoard>> {
  const { test } = await requireAccepted(app, scope, assignmentId)
  const paper = await paperOf(app.db.read, { testId: test.id, version: test.version })
  const rows = await liveRepo(app.db.read).students(scope, assignmentId)
  const now = app.clock.now()
  return {
    serverTime: now,
    test: summaryOf(test),
    sectionNames: paper.sections.map((section) => section.sectionName),
    students: rows.map((row) => {
      const { attempt: _, answered: __, savedAt: ___, ...person } = row
      return { ...person, ...present(row, isSectioned(test.testType), now) }
    }),
  }
}

/** Changes of this long are gathered before they are sent. */
const gatherMs = 1_000

/**
 * What moves on a board, as it happens, until `signal` ends it. The first news come with the first change after the call; a
 * client asks for the board itself once it is connected.
 */
export async function* watchBoard(
  app: Platform,
  scope: CollegeScope,
  assignmentId: string,
  signal: AbortSignal,
): AsyncGenerator<z.input<typeof liveChanges>> {
  const { test } = await requireAccepted(app, scope, assignmentId)
  let wake = () => {}
  const watcher: Watcher = { moved: new Set(), wake: () => wake() }
  const boards = watchers.get(app.db) ?? new Map<string, Set<Watcher>>()
  watchers.set(app.db, boards)
  const board = boards.get(assignmentId) ?? new Set()
  boards.set(assignmentId, board.add(watcher))
  signal.addEventListener('abort', () => wake())
  try {
    while (!signal.aborted) {
      if (watcher.moved.size === 0)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      else {
        const moved = [...watcher.moved]
        watcher.moved.clear()
        const rows = await liveRepo(app.db.read).someStudents(scope, assignmentId, moved)
        const now = app.clock.now()
        const students = rows.map((row) => present(row, isSectioned(test.testType), now))
        yield { serverTime: now, students }
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, gatherMs)
          signal.addEventListener('abort', () => {
            clearTimeout(timer)
            resolve(undefined)
          })
        })
      }
    }
  } finally {
    board.delete(watcher)
    if (board.size === 0) boards.delete(assignmentId)
  }
}

/** What the exam room noticed of one student. @throws NOT_FOUND */
export async function getViolations(
  app: Platform,
  scope: CollegeScope,
  assignmentId: string,
  studentId: string,
): Promise<z.input<typeof violationLog>> {
  const found = await liveRepo(app.db.read).attempt(scope, assignmentId, studentId)
  if (!found) throw attemptNotFound()
  return { violations: await liveRepo(app.db.read).violationsOf(found.attempt.id) }
}
