import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Platform } from '#server/platform/platform.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import { deadlineOf, withLostTime } from '#shared/attempts/clock.rules.ts'
import { attemptsRepo } from './attempts.repo.ts'
import { timeRepo } from './time.repo.ts'

/** Storage key of the last heartbeat time, in ms since 1970. */
const heartbeat = 'heartbeat'

/** The grace period and client retries cover gaps up to this length. */
const noticeableMs = 10_000

/**
 * Records a heartbeat and reports clock jumps. Adopts the new time only when nobody is taking a test, so running exams
 * keep their clock.
 */
export async function recordHeartbeat(app: Platform): Promise<void> {
  const jumpedMs = app.clock.jumped?.() ?? 0
  if (jumpedMs !== 0) {
    app.health.raise('clock_jumped', { jumpedMs })
    if (!(await timeRepo(app.db.read).isAnyRunning(app.clock.now()))) app.clock.follow?.()
  } else app.health.clear('clock_jumped')
  await app.db.write((tx) => storedValuesRepo(tx).set(heartbeat, String(app.clock.now())))
}

/**
 * Extends every attempt that was running at the last heartbeat by the time since then. Call once at startup, before
 * serving requests and before closing overdue attempts.
 * @returns the number of extended attempts
 */
export const extendForDowntime = (app: Platform): Promise<number> =>
  app.db.write((tx) => giveBack(app, tx, 'The server was down'))

/** Does the same from now on whenever answers could not be saved for a while, before anything else is saved again. */
export const extendAfterOutages = (app: Platform): void =>
  app.db.resuming((tx) => giveBack(app, tx, 'Answers could not be saved'))

/** Also writes a heartbeat in the same transaction so that no time is given twice. @param what happened */
async function giveBack(app: Platform, tx: Db, what: string): Promise<number> {
  const now = app.clock.now()
  const beatAt = await storedValuesRepo(tx).get(heartbeat)
  const lastBeat = beatAt === undefined ? null : Number(beatAt)
  await storedValuesRepo(tx).set(heartbeat, String(now))
  const lost = lastBeat === null ? 0 : now - lastBeat
  if (lost < -noticeableMs) app.log.warn({ behindMs: -lost }, "The machine's clock is behind the last heartbeat")
  if (lastBeat === null || lost <= noticeableMs) return 0
  const running = await timeRepo(tx).runningAt(lastBeat)
  for (const attempt of running) {
    const clock = withLostTime(attempt, lastBeat, lost)
    await attemptsRepo(tx).update(attempt.id, {
      plan: [...clock.plan],
      deadline: deadlineOf(clock),
      extraMs: attempt.extraMs + lost,
      pausedMs: attempt.pausedMs + lost,
    })
    await timeRepo(tx).insert({
      id: newId(),
      assignmentId: attempt.assignmentId,
      studentId: attempt.studentId,
      kind: 'downtime',
      ms: lost,
      reason: `${what} from ${new Date(lastBeat).toISOString()} to ${new Date(now).toISOString()}`,
      changedAt: now,
    })
  }
  if (running.length > 0)
    app.log.warn({ attempts: running.length, lostMs: lost }, 'Extended running attempts by the downtime')
  return running.length
}
