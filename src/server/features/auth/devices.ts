import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { deviceOf } from '#shared/auth/devices.rules.ts'
import type { openedSession } from '#shared/auth/devices.schema.ts'
import { notFound } from '#shared/errors.ts'
import { ownAccount, recordAudit } from '../audit/audit.ts'
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

/** Ends the caller's sessions and revokes their API tokens immediately. @param others keeps this session */
export async function endSessions(app: Platform, actor: Actor, token: string | null, others: boolean) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const sessions = await (others ? closeOtherSessionsIn(tx, actor.id, token) : closeSessionsIn(tx, actor.id))
    await recordAudit(tx, now, actor, {
      action: 'account.sign_out_everywhere',
      subject: ownAccount(actor),
      detail: { sessions, keptOne: others },
    })
  })
  return { message: others ? 'You have been signed out everywhere else' : 'You have been signed out everywhere' }
}

/**
 * Devices that have signed in to an account before. The browser stores a cookie with the device's id and, per account,
 * a tag that only this server can create. The cookie grants no access: it only keeps other people's failed sign-ins
 * from counting against this device.
 */

/** Limits the cookie's size on shared lab computers. */
const maxAccounts = 8

const tagOf = (app: Platform, device: string, email: string) =>
  createHmac('sha256', app.passwordKey).update(`known device ${device} ${email}`).digest('base64url').slice(0, 22)

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

function read(cookie: string | undefined) {
  const [device, ...tags] = cookie?.split('.') ?? []
  return device && /^[\w-]{22}$/.test(device) ? { device, tags: tags.slice(0, maxAccounts) } : undefined
}

/** Returns the device's id if it has signed in to this account before. @param cookie as sent by the browser */
export function knownDevice(app: Platform, cookie: string | undefined, email: string): string | undefined {
  const known = read(cookie)
  if (!known) return undefined
  const tag = tagOf(app, known.device, email)
  return known.tags.some((one) => isSame(one, tag)) ? known.device : undefined
}

/** Returns the device's new cookie after a sign-in. @param cookie the previous one */
export function rememberedDevice(app: Platform, cookie: string | undefined, email: string): string {
  const { device, tags } = read(cookie) ?? { device: randomBytes(16).toString('base64url'), tags: [] }
  const tag = tagOf(app, device, email)
  return [device, tag, ...tags.filter((one) => one !== tag)].slice(0, maxAccounts + 1).join('.')
}
