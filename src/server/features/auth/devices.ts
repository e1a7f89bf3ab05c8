import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { deviceOf } from '#shared/auth/devices.rules.ts'
import type { openedSession } from '#shared/auth/devices.schema.ts'
import { notFound } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { sessionsRepo } from './sessions.repo.ts'
import { closeOtherSessionsIn, closeSessionsIn, hashOf, lifetime } from './sessions.ts'

/** A person's sessions, most recently used first. @param token the caller's session */
export async function findSessions(app: Platform, actor: Actor, token: string | null) {
  const rows = await sessionsRepo(app.db.read).listOfUser(actor.id, app.clock.now())
  const own = token === null ? null : hashOf(token)
  const sessions = rows.map(
    (row): z.input<typeof openedSession> => ({
      id: row.id,
      device: deviceOf(row.userAgent),
      address: row.address,
      createdAt: row.createdAt,
      lastUsedAt: row.expiresAt - lifetime(row.remember),
      remembered: row.remember,
      current: row.id === own,
    }),
  )
  return { sessions }
}

/** Ends one of the caller's sessions immediately. @throws NOT_FOUND, also for another person's session */
export async function endSession(app: Platform, actor: Actor, id: string) {
  const ended = await app.db.write((tx) => sessionsRepo(tx).deleteOwn(actor.id, id))
  if (ended === 0) throw notFound('Session')
  return { message: 'That device has been signed out' }
}

/** Ends the caller's sessions and API tokens immediately. @param others keep the session of this token */
export async function endSessions(app: Platform, actor: Actor, token: string | null, others: boolean) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const sessions = await (others ? closeOtherSessionsIn(tx, actor.id, token) : closeSessionsIn(tx, actor.id))
    await recordAudit(tx, now, actor, {
      action: 'account.sign_out_everywhere',
      subjectType: 'account',
      subjectId: actor.id,
      subjectName: actor.name,
      detail: { sessions, keptOne: others },
    })
  })
  return { message: others ? 'You have been signed out everywhere else' : 'You have been signed out everywhere' }
}
