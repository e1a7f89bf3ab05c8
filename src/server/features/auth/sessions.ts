import { createHash, randomBytes } from 'node:crypto'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import type { Database, Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Role } from '#shared/roles.ts'
import { sessionsRepo } from './sessions.repo.ts'

/**
 * The only module that uses lucia, which is discontinued. Our adapter stores the SHA-256 of a token, never the token,
 * and uses the platform's clock.
 */

interface SessionAttributes {
  remember: boolean
  /** The actual expiry, by the platform's clock; lucia gets one that is never reached. */
  endsAt: number
  createdAt: number | null
  address: string | null
  userAgent: string | null
  provedAt: number | null
  secondStep: boolean
}

/** Origin of a session, shown in its owner's list of sessions. */
export interface Origin {
  address: string
  userAgent?: string | undefined
}

interface UserAttributes {
  role: Role
  name: string
  email: string
  collegeId: string | null
  isActive: boolean
  collegeIsActive: boolean | null
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    DatabaseUserAttributes: UserAttributes
    DatabaseSessionAttributes: SessionAttributes
  }
}

const hour = 3_600_000
/** Longer user agents are truncated; typical ones have about 150 characters. */
const maxUserAgentLength = 300
/** Idle timeout of a session, in milliseconds. */
export const lifetime = (remember: boolean) => (remember ? 30 * 24 * hour : 12 * hour)
/** Maximum lifetime of a session, even if it is in use. */
const maxLifetime = 90 * 24 * hour
/** Minimum interval between extensions, so most requests cause no write. */
const extendEvery = 5 * 60_000

/** lucia reads the machine's clock, so it gets an expiry that is never reached, and we end sessions ourselves. */
const never = new Date(8.64e15)

/** The primary key of the token's session. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Known = NonNullable<ReturnType<ReturnType<typeof sessionsRepo>['find']>>

/** Enough for the students of a large hall and everyone else who is signed in; one takes about 1 kB. */
const maxCached = 40_000

/**
 * The session lookup, cached because every request needs it. A commit that changes a session, its owner or any college
 * drops the entry.
 */
function cachedLookup(db: Database): (id: string) => Known | undefined {
  const cache = new Map<string, Known>()
  db.watch('sessions', (ids) => {
    for (const id of ids) cache.delete(id)
  })
  db.watch('users', (ids) => {
    for (const [id, { user }] of cache) if (ids.has(user.id)) cache.delete(id)
  })
  db.watch('colleges', () => cache.clear())
  return (id) => {
    const known = cache.get(id)
    if (known) return known
    // Read and cached synchronously: a commit in between would leave a stale entry.
    const found = sessionsRepo(db.read).find(id)
    if (found) {
      if (cache.size >= maxCached) cache.delete(cache.keys().next().value ?? '')
      cache.set(id, found)
    }
    return found
  }
}

function adapterOf(app: Platform): Adapter {
  const lookUp = cachedLookup(app.db)
  const stored = ({ id, userId, expiresAt, ...attributes }: Known['session']): DatabaseSession => ({
    id,
    userId,
    expiresAt: never,
    attributes: { ...attributes, endsAt: expiresAt },
  })
  return {
    getSessionAndUser: async (token) => {
      const found = lookUp(hashOf(token))
      if (!found || found.session.expiresAt <= app.clock.now()) return [null, null]
      const { id, ...attributes } = found.user
      return [stored({ ...found.session, id: token }), { id, attributes }]
    },
    getUserSessions: async (userId) => (await sessionsRepo(app.db.read).ofUser(userId)).map(stored),
    setSession: ({ id, userId, attributes: { endsAt, ...attributes } }) =>
      app.db.write((tx) => sessionsRepo(tx).insert({ id: hashOf(id), userId, expiresAt: endsAt, ...attributes })),
    updateSessionExpiration: (token, expiresAt) =>
      app.db.write((tx) => sessionsRepo(tx).extend(hashOf(token), expiresAt.getTime())),
    deleteSession: (token) => app.db.write((tx) => sessionsRepo(tx).delete(hashOf(token))),
    deleteUserSessions: async (userId) => {
      await app.db.write((tx) => sessionsRepo(tx).deleteOfUser(userId))
    },
    deleteExpiredSessions: () => app.db.write((tx) => sessionsRepo(tx).deleteExpired(app.clock.now())),
  }
}

const luciaOf = (app: Platform) =>
  new Lucia(adapterOf(app), {
    sessionExpiresIn: new TimeSpan(0, 'ms'),
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  })

const userAgentOf = (from: Origin | undefined) => from?.userAgent?.slice(0, maxUserAgentLength) ?? null

/** Opens, checks and ends the sessions of this server. */
export class Sessions {
  readonly #app: Platform
  readonly #lucia: ReturnType<typeof luciaOf>

  constructor(app: Platform) {
    this.#app = app
    this.#lucia = luciaOf(app)
  }

  /**
   * Opens a session and returns its token: 256 random bits, returned once and never stored.
   * @param secondStep true if the sign-in used one
   */
  async open(userId: string, remember: boolean, from?: Origin, secondStep = false): Promise<string> {
    const sessionId = randomBytes(32).toString('base64url')
    const now = this.#app.clock.now()
    const known = { createdAt: now, provedAt: now, address: from?.address ?? null, userAgent: userAgentOf(from) }
    const attributes = { remember, endsAt: now + lifetime(remember), secondStep, ...known }
    await this.#lucia.createSession(userId, attributes, { sessionId })
    return sessionId
  }

  /** Returns a token's owner, or null when the token is unknown or expired, or the owner or college is inactive. */
  async authenticate(token: string): Promise<Omit<Actor, 'address'> | null> {
    const { db, clock } = this.#app
    const { session, user } = await this.#lucia.validateSession(token)
    if (!session || !user.isActive || user.collegeIsActive === false) return null
    const end = session.createdAt === null ? Number.POSITIVE_INFINITY : session.createdAt + maxLifetime
    const fullLife = Math.min(clock.now() + lifetime(session.remember), end)
    if (fullLife - session.endsAt > extendEvery && !db.isCopy)
      await db.write((tx) => sessionsRepo(tx).extend(hashOf(token), fullLife))
    const { role, name, email, collegeId } = user
    const actor = { id: user.id, role, name, email, collegeId, provedAt: session.provedAt }
    if (session.secondStep) return { ...actor, secondStep: 'shown' }
    // Not cached, because the requirement must take effect immediately.
    if (role !== 'student' && sessionsRepo(db.read).isSecondStepRequired()) return { ...actor, secondStep: 'missing' }
    return actor
  }

  /** Ends one session immediately. */
  close = (token: string) => this.#lucia.invalidateSession(token)

  deleteExpired = () => this.#lucia.deleteExpiredSessions()
}

/** Records that a session's owner has just proved their identity. */
export const noteProof = (app: Platform, token: string) =>
  app.db.write((tx) => sessionsRepo(tx).prove(hashOf(token), app.clock.now()))

/** Records, inside the caller's job, that a session used a second step. */
export const noteSecondStepIn = (tx: Db, token: string | null) => sessionsRepo(tx).noteSecondStep(hashOf(token ?? ''))

/** Ends a person's sessions and revokes their API tokens, inside the caller's job. @returns the number of sessions */
export async function closeSessionsIn(tx: Db, userId: string): Promise<number> {
  await sessionsRepo(tx).deleteApiTokensOfUser(userId)
  return sessionsRepo(tx).deleteOfUser(userId)
}

/** Same as `closeSessionsIn`, but keeps the session with this token. @returns the number of sessions ended */
export async function closeOtherSessionsIn(tx: Db, userId: string, token: string | null): Promise<number> {
  await sessionsRepo(tx).deleteApiTokensOfUser(userId)
  return sessionsRepo(tx).deleteOthersOfUser(userId, hashOf(token ?? ''))
}

/** Ends all sessions of a college's people and revokes their API tokens. */
export const closeCollegeSessionsIn = (tx: Db, collegeId: string) => sessionsRepo(tx).deleteOfCollege(collegeId)
