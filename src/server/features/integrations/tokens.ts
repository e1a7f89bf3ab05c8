import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import {
  type apiToken,
  longestTokenLife,
  mostTokens,
  type tokenForm,
  type tokenList,
  tokenRolesOf,
} from '#shared/integrations/tokens.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { checkPassword } from '../auth/proofs.ts'
import { badExpiry, roleNotYours, tokenNotFound, tooManyTokens } from './integrations.errors.ts'
import { tokensRepo } from './tokens.repo.ts'

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Known = NonNullable<ReturnType<ReturnType<typeof tokensRepo>['findByHash']>>

/** Maximum tokens in memory. */
const keptAtMost = 5_000
const kept = new WeakMap<Database, Map<string, Known>>()

/**
 * Cached like sessions (docs/decisions/025): dropped by the commit that changes the token, its owner or any college.
 */
function recall({ db }: Platform, token: string): Known | undefined {
  let known = kept.get(db)
  if (!known) {
    const tokens = new Map<string, Known>()
    const forget = (changed: (one: Known) => boolean) => {
      for (const [hash, one] of tokens) if (changed(one)) tokens.delete(hash)
    }
    db.watch('api_tokens', (ids) => forget(({ token }) => ids.has(token.id)))
    db.watch('users', (ids) => forget(({ user }) => ids.has(user.id)))
    db.watch('colleges', () => tokens.clear())
    kept.set(db, tokens)
    known = tokens
  }
  const hash = hashOf(token)
  const before = known.get(hash)
  if (before) return before
  // Read and cached synchronously: a commit in between would leave a stale entry.
  const found = tokensRepo(db.read).findByHash(hash)
  if (found) {
    if (known.size >= keptAtMost) known.clear()
    known.set(hash, found)
  }
  return found
}

/**
 * Returns a valid token with its owner: not expired, owner and college active, and a role the owner may still grant.
 */
function findLiving(app: Platform, text: string): Known | undefined {
  const found = recall(app, text)
  if (!found || found.token.expiresAt <= app.clock.now()) return undefined
  const { user, token, collegeIsActive } = found
  if (!user.isActive || collegeIsActive === false || !tokenRolesOf(user.role).includes(token.role)) return undefined
  return found
}

/** Minimum interval between updates of a token's last use. */
const noteEvery = 60_000

/** The person an API token acts for, or null when it is invalid. */
export async function authenticateToken(app: Platform, text: string): Promise<Omit<Actor, 'address'> | null> {
  const found = findLiving(app, text)
  if (!found) return null
  const { user, token } = found
  const now = app.clock.now()
  if (token.lastUsedAt === null || now - token.lastUsedAt >= noteEvery) {
    // Set first so that only one of many concurrent calls writes.
    token.lastUsedAt = now
    await app.db.write((tx) => tokensRepo(tx).touch(token.id, now))
  }
  const { id, name, email, collegeId } = user
  return { id, name, email, collegeId, role: token.role, apiToken: { access: token.access } }
}

const minute = 60_000
/** Maximum calls per token and minute. */
export const callsAMinute = 600

interface Minute {
  began: number
  calls: number
}
const minutes = new WeakMap<Platform, Map<string, Minute>>()

/** Remaining calls of a token. */
export interface CallRate {
  limit: number
  remaining: number
  /** Seconds until the minute ends. */
  reset: number
  exceeded: boolean
}

/**
 * Counts calls per token, in memory; a restart clears the counts. A minute starts with the first call.
 * @returns null for invalid tokens, which are rejected elsewhere
 */
export function takeCalls(app: Platform, text: string, calls: number): CallRate | null {
  const found = findLiving(app, text)
  if (!found) return null
  const known = minutes.get(app) ?? new Map<string, Minute>()
  minutes.set(app, known)
  const now = app.clock.now()
  let current = known.get(found.token.id)
  if (!current || now - current.began >= minute || now < current.began) {
    current = { began: now, calls: 0 }
    known.set(found.token.id, current)
  }
  const exceeded = current.calls + calls > callsAMinute
  if (!exceeded) current.calls += calls
  return {
    limit: callsAMinute,
    remaining: callsAMinute - current.calls,
    reset: Math.ceil((current.began + minute - now) / 1_000),
    exceeded,
  }
}

export async function pruneMinutes(app: Platform) {
  const known = minutes.get(app)
  for (const [id, { began }] of known ?? []) if (app.clock.now() - began >= minute) known?.delete(id)
}

type Row = Awaited<ReturnType<ReturnType<typeof tokensRepo>['ofUser']>>[number]

const present = ({ userId: _, tokenHash: __, ...row }: Row): z.input<typeof apiToken> => row

/** A person's own tokens, newest first, including expired ones. */
export async function findTokens(app: Platform, actor: Actor): Promise<z.input<typeof tokenList>> {
  const tokens = await tokensRepo(app.db.read).ofUser(actor.id)
  return { tokens: tokens.map(present), serverTime: app.clock.now() }
}

/**
 * Creates a token: 256 random bits, returned once; only the SHA-256 is stored.
 * @throws VALIDATION for a wrong password, a role the owner may not grant or an expiry beyond a year, CONFLICT above
 * the maximum
 */
export async function createToken(app: Platform, actor: Actor, { password, ...form }: z.output<typeof tokenForm>) {
  const now = app.clock.now()
  if (!tokenRolesOf(actor.role).includes(form.role)) throw roleNotYours()
  // Tolerates a form filled in with the latest expiry that arrives a little later.
  if (form.expiresAt <= now || form.expiresAt > now + longestTokenLife + minute) throw badExpiry()
  await checkPassword(app, actor, password)
  const token = `exh_${randomBytes(32).toString('base64url')}`
  const row: Row = {
    ...form,
    id: newId(),
    userId: actor.id,
    tokenHash: hashOf(token),
    hint: token.slice(0, 8),
    createdAt: now,
    lastUsedAt: null,
  }
  await app.db.write(async (tx) => {
    if ((await tokensRepo(tx).count(actor.id)) >= mostTokens) throw tooManyTokens()
    await tokensRepo(tx).insert(row)
    await recordAudit(tx, now, actor, {
      action: 'api_token.create',
      subjectType: 'api_token',
      subjectId: row.id,
      subjectName: row.name,
      detail: { role: row.role, access: row.access, expiresAt: new Date(row.expiresAt).toISOString() },
    })
  })
  return { apiToken: present(row), token }
}

/** Revokes one of the caller's tokens immediately. @throws NOT_FOUND */
export async function deleteToken(app: Platform, actor: Actor, id: string) {
  await app.db.write(async (tx) => {
    const found = await tokensRepo(tx).find(actor.id, id)
    if (!found) throw tokenNotFound()
    await tokensRepo(tx).delete(id)
    await recordAudit(tx, app.clock.now(), actor, {
      action: 'api_token.delete',
      subjectType: 'api_token',
      subjectId: id,
      subjectName: found.name,
    })
  })
  return { message: 'Token deleted' }
}
