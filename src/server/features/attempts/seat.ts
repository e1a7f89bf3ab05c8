import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { CollegeScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { moveForm, networkExceptionForm, SeatRefusal } from '#shared/attempts/seat.schema.ts'
import { deviceOf } from '#shared/auth/devices.rules.ts'
import type { DomainError } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { hashOf } from '../auth/sessions.ts'
import {
  alreadySubmitted,
  anyDevice,
  anyNetwork,
  attemptNotFound,
  openElsewhere,
  outsideNetwork,
  studentNotFound,
} from './attempts.errors.ts'
import { attemptsRepo, type Sitting } from './attempts.repo.ts'
import { liveRepo } from './live.repo.ts'
import { requireAccepted } from './live.ts'
import type { Paper } from './paper.ts'
import { type Place, seatRepo } from './seat.repo.ts'

/** Origin of an exam room call. */
export interface Origin {
  token: string | null
  address: string
  userAgent?: string | undefined
}

/** Duration for which a device counts as in use after its last save or start. */
export const presenceMs = 90_000

/** Number of hexadecimal digits of a token's hash that identify a session. */
const sessionLength = 40

/** Identifies a device by its session and the tab's name, because two sessions could use the same name. */
export const writerOf = ({ token }: Origin, writer: string | null | undefined) =>
  `${hashOf(token ?? '').slice(0, sessionLength)}:${writer ?? ''}`

/** True if staff moved the attempt away from this tab. Signing in again does not change that. */
const isBarred = (barred: string | null, writer: string, name: string | null | undefined) =>
  barred !== null && (barred === writer || (name != null && barred.slice(sessionLength + 1) === name))

/** Unwraps mapped IPv4 addresses and removes the zone of link-local addresses. */
const plain = (address: string) => address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')

/** Rolls back a write job. Carries the error to throw and the refusal to store afterwards. */
class TurnedAway extends Error {
  readonly answer: DomainError
  /** Undefined when staff need not be notified. */
  readonly note: (Place & { refusal: SeatRefusal }) | undefined

  constructor(answer: DomainError, note?: TurnedAway['note']) {
    super(answer.message)
    this.answer = answer
    this.note = note
  }
}

/** Runs a write job that may refuse its caller. Refusals appear on the live board. */
export async function writeSeated<T>(app: Services, job: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await app.db.write(job)
  } catch (error) {
    if (!(error instanceof TurnedAway)) throw error
    const { answer, note } = error
    if (note) {
      const { refusal, ...place } = note
      await app.db.write((tx) => seatRepo(tx).update(place, { refusal, seatChangedAt: refusal.at }))
      app.liveBoards.announce(place)
    }
    throw answer
  }
}

const noteOf = (rule: SeatRefusal['rule'], { assignmentId, studentId }: Place, from: Origin, now: number) => ({
  assignmentId,
  studentId,
  refusal: { rule, at: now, address: plain(from.address), device: deviceOf(from.userAgent ?? null) },
})

/** Checks the network inside a `writeSeated` job. @throws FORBIDDEN */
export async function requireNetwork(tx: Db, place: Place, paper: Paper, from: Origin, now: number): Promise<void> {
  if (!paper.admits) return
  const address = plain(from.address)
  if (paper.admits(address) || (await seatRepo(tx).hasException(place))) return
  throw new TurnedAway(outsideNetwork(address), noteOf('network', place, from, now))
}

const isInUse = ({ writer, writerAt, startedAt, savedAt }: Sitting, now: number) =>
  writer !== null && now - Math.max(writerAt ?? startedAt, savedAt ?? 0) < presenceMs

/**
 * Checks the network and device of a call that changes an attempt, inside a `writeSeated` job. In a one-device test, a
 * caller may replace a device that is no longer in use.
 * @param name the tab's name in the call
 * @throws FORBIDDEN outside the networks, CONFLICT while another device is in use or when staff moved the attempt away
 * from this one
 */
export async function requireSeat(
  tx: Db,
  sitting: Sitting,
  paper: Paper,
  from: Origin,
  name: string | null | undefined,
  now: number,
): Promise<void> {
  await requireNetwork(tx, sitting, paper, from, now)
  if (!paper.shown.rules.oneDevice) return
  const writer = writerOf(from, name)
  if (writer === sitting.writer) return
  if (isBarred(sitting.barredWriter, writer, name)) throw new TurnedAway(openElsewhere())
  // A writer without a session was stored before the test was limited to one device.
  const isOwn = name != null && name === sitting.writer
  if (!isOwn && isInUse(sitting, now)) throw new TurnedAway(openElsewhere(), noteOf('device', sitting, from, now))
  await attemptsRepo(tx).update(sitting.id, { writer, writerAt: now })
}

/**
 * Releases a running attempt from its device so another can continue. The old device is barred until the attempt is
 * moved again.
 * @throws NOT_FOUND; CONFLICT when the attempt is submitted or the test has no one-device rule
 */
export async function moveAttempt(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  assignmentId: string,
  { studentId }: z.output<typeof moveForm>,
) {
  const { test } = await requireAccepted(app, scope, assignmentId)
  if (!test.rules.oneDevice) throw anyDevice()
  const place = { assignmentId, studentId }
  await app.db.write(async (tx) => {
    const now = app.clock.now()
    const found = await liveRepo(tx).attempt(scope, assignmentId, studentId)
    if (!found) throw attemptNotFound()
    const { attempt, studentName } = found
    if (attempt.submittedAt !== null) throw alreadySubmitted()
    const barredWriter = attempt.writer ?? attempt.barredWriter
    await attemptsRepo(tx).update(attempt.id, { writer: null, writerAt: null, barredWriter })
    await seatRepo(tx).update(place, { refusal: null, seatChangedAt: now })
    await recordAudit(tx, now, actor, {
      action: 'assignment.move_attempt',
      subject: { type: 'assignment', id: assignmentId, name: test.testName },
      detail: { student: studentName, studentId },
    })
  })
  app.liveBoards.announce(place)
  return { message: 'The next device to open the test takes over the attempt' }
}

/**
 * Grants or revokes a student's permission to take a test from outside its networks.
 * @throws NOT_FOUND; CONFLICT when the test has no network restriction
 */
export async function setNetworkException(
  app: Services,
  scope: CollegeScope,
  actor: Actor,
  assignmentId: string,
  { studentId, allowed }: z.output<typeof networkExceptionForm>,
) {
  const { test } = await requireAccepted(app, scope, assignmentId)
  if (test.rules.networks.length === 0) throw anyNetwork()
  const place = { assignmentId, studentId }
  await app.db.write(async (tx) => {
    const now = app.clock.now()
    const change = { anyNetwork: allowed, ...(allowed && { refusal: null }), seatChangedAt: now }
    if (!(await seatRepo(tx).update(place, change))) throw studentNotFound()
    const student = await attemptsRepo(tx).studentOf(studentId)
    await recordAudit(tx, now, actor, {
      action: 'assignment.network_exception',
      subject: { type: 'assignment', id: assignmentId, name: test.testName },
      detail: { student: student?.name ?? null, studentId, allowed },
    })
  })
  app.liveBoards.announce(place)
  return { message: allowed ? 'The student can use any network' : 'The student can only use the test’s networks' }
}
