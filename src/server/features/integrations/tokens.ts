import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { newId } from '#server/platform/id.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import {
  type apiToken,
  maxTokenLife,
  maxTokens,
  type tokenForm,
  tokenRolesOf,
} from '#shared/integrations/tokens.schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { checkPassword } from '../auth/proofs.ts'
import { badExpiry, roleNotYours, tokenNotFound, tooManyTokens } from './integrations.errors.ts'
import { hashOf } from './token-access.ts'
import { tokensRepo } from './tokens.repo.ts'

const minute = 60_000

type Row = Awaited<ReturnType<ReturnType<typeof tokensRepo>['ofUser']>>[number]

const present = ({ userId: _, tokenHash: __, ...row }: Row): z.input<typeof apiToken> => row

/** A person's own tokens, newest first, including expired ones. */
export async function findTokens(app: Platform, actor: Actor) {
  const tokens = await tokensRepo(app.db.read).ofUser(actor.id)
  return { tokens: tokens.map(present), serverTime: app.clock.now() }
}

/**
 * Creates a token: 256 random bits, returned once; only the SHA-256 is stored.
 * @throws VALIDATION for a wrong password, a role the owner may not grant or an expiry more than a year away; CONFLICT
 * if there are too many
 */
export async function createToken(app: Services, actor: Actor, { password, ...form }: z.output<typeof tokenForm>) {
  const now = app.clock.now()
  if (!tokenRolesOf(actor.role).includes(form.role)) throw roleNotYours()
  // Allow a minute more, because a form with the latest possible expiry arrives a little later.
  if (form.expiresAt <= now || form.expiresAt > now + maxTokenLife + minute) throw badExpiry()
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
    if ((await tokensRepo(tx).count(actor.id)) >= maxTokens) throw tooManyTokens()
    await tokensRepo(tx).insert(row)
    await recordAudit(tx, now, actor, {
      action: 'api_token.create',
      subject: { type: 'api_token', id: row.id, name: row.name },
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
      subject: { type: 'api_token', id, name: found.name },
    })
  })
  return { message: 'Token deleted' }
}
