import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { Proof } from '#shared/auth/two-step.schema.ts'
import { conflict } from '#shared/errors.ts'
import { ownAccount, recordAudit } from '../audit/audit.ts'
import { codeNeeded, unreadableAuthenticator, wrongCode, wrongSignInCode } from './auth.errors.ts'
import { checkPassword } from './proofs.ts'
import { requireEnrolment, requireOtherStep } from './second-step.ts'
import { noteSecondStepIn } from './sessions.ts'
import { twoStepRepo } from './two-step.repo.ts'

/** A code is valid for its 30 s step (RFC 6238) and, because clocks differ, one step before and after. */
const period = 30
const allowedDrift = 1

const totpOf = (secret: string, { issuer = '', label = '' } = {}) =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })

/** Recovery codes have 80 random bits, so a fast hash is enough. */
const codeCount = 10
const newRecoveryCode = () =>
  (new Secret({ buffer: Uint8Array.from(randomBytes(10)).buffer }).base32.match(/.{4}/g) ?? []).join('-')
const plainCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()
const hashOf = (code: string) => createHash('sha256').update(plainCode(code)).digest('hex')

const alreadyEnabled = () => conflict('Two-step sign-in is already on')
const notEnabled = () => conflict('Two-step sign-in is not on')

type Authenticator = NonNullable<Awaited<ReturnType<ReturnType<typeof twoStepRepo>['find']>>>

/**
 * Consumes a code of either kind, inside a write job so that it is used only once. @throws CONFLICT when the secret
 * cannot be read
 */
async function takeCode({ vault, clock }: Platform, tx: Db, { userId, secret }: Authenticator, code: string) {
  const [token, now] = [plainCode(code), clock.now()]
  if (!/^\d{6}$/.test(token)) return twoStepRepo(tx).takeCode(userId, hashOf(code), now)
  const opened = vault.open(secret, userId)
  if (opened === undefined) throw unreadableAuthenticator()
  const beside = totpOf(opened).validate({ token, timestamp: now, window: allowedDrift })
  if (beside === null) return false
  return twoStepRepo(tx).takeStep(userId, secret, Math.floor(now / 1_000 / period) + beside)
}

/** The state of the person's two-step sign-in, with the number of recovery codes left. */
export async function getTwoStep(app: Platform, { id: userId, secondStep }: Actor) {
  const repo = twoStepRepo(app.db.read)
  const since = (await repo.find(userId))?.confirmedAt ?? null
  return {
    isMissing: secondStep === 'missing',
    isOn: since !== null,
    since,
    recoveryCodesLeft: since === null ? 0 : await repo.countCodes(userId),
  }
}

/**
 * Creates an authenticator secret. It takes effect when confirmed with a first code.
 * @throws CONFLICT when two-step sign-in is already on, VALIDATION when the password is wrong, SECOND_STEP_NEEDED if
 * requireEnrolment refuses
 */
export async function beginTwoStep(app: Services, actor: Actor, password: string) {
  await requireEnrolment(app.db.read, actor)
  if (await twoStepRepo(app.db.read).isOn(actor.id)) throw alreadyEnabled()
  await checkPassword(app, actor, password)
  const secret = new Secret({ size: 20 }).base32
  await app.db.write((tx) => twoStepRepo(tx).begin(actor.id, app.vault.seal(secret, actor.id), app.clock.now()))
  return { secret, uri: totpOf(secret, { issuer: app.config.platformName, label: actor.email }).toString() }
}

async function replaceCodesIn(tx: Db, userId: string) {
  const recoveryCodes = Array.from({ length: codeCount }, newRecoveryCode)
  await twoStepRepo(tx).replaceCodes(userId, recoveryCodes.map(hashOf))
  return { recoveryCodes }
}

/**
 * Turns two-step sign-in on with a first valid code, which counts as this session's second step. Open sessions
 * continue.
 * @returns the recovery codes, which are shown only once
 * @throws CONFLICT when it is already on or was not started; VALIDATION when the code is wrong; SECOND_STEP_NEEDED if
 * requireEnrolment refuses
 */
export async function confirmTwoStep(app: Services, actor: Actor, token: string | null, code: string) {
  app.signInLimits.takeCodeCheck(actor.id)
  const now = app.clock.now()
  return app.db.write(async (tx) => {
    await requireEnrolment(tx, actor)
    const begun = await twoStepRepo(tx).find(actor.id)
    if (!begun) throw notEnabled()
    if (begun.confirmedAt !== null) throw alreadyEnabled()
    // Recovery codes are deleted when two-step sign-in is turned off, so only an authenticator code can match.
    if (!(await takeCode(app, tx, begun, code))) throw wrongCode()
    await twoStepRepo(tx).confirm(actor.id, now)
    await noteSecondStepIn(tx, token)
    await recordAudit(tx, now, actor, { action: 'account.turn_on_two_step', subject: ownAccount(actor) })
    return replaceCodesIn(tx, actor.id)
  })
}

/** Checks a password or code and then runs a job. The code is consumed in the same write job. */
async function withProof<T>(app: Services, actor: Actor, { password, code }: Proof, job: (tx: Db) => Promise<T>) {
  if (password !== undefined) await checkPassword(app, actor, password)
  else app.signInLimits.takeCodeCheck(actor.id)
  return app.db.write(async (tx) => {
    const kept = await twoStepRepo(tx).find(actor.id)
    if (!kept?.confirmedAt) throw notEnabled()
    if (password === undefined && !(await takeCode(app, tx, kept, code ?? ''))) throw wrongCode()
    return job(tx)
  })
}

/**
 * Turns two-step sign-in off. @throws CONFLICT when it is not on, or if requireOtherStep refuses; VALIDATION when the
 * password or code is wrong
 */
export async function turnOffTwoStep(app: Services, actor: Actor, proof: Proof) {
  await withProof(app, actor, proof, async (tx) => {
    await twoStepRepo(tx).delete(actor.id)
    await requireOtherStep(tx, actor)
    await recordAudit(tx, app.clock.now(), actor, { action: 'account.turn_off_two_step', subject: ownAccount(actor) })
  })
  return { message: 'Two-step sign-in is off' }
}

/**
 * Replaces the recovery codes. @throws CONFLICT when two-step sign-in is not on, VALIDATION when the password or code
 * is wrong
 */
export const renewRecoveryCodes = (app: Services, actor: Actor, proof: Proof) =>
  withProof(app, actor, proof, (tx) => replaceCodesIn(tx, actor.id))

/**
 * Checks the second step of a sign-in after the password; does nothing when two-step sign-in is off.
 * @returns true if a second step was used
 * @throws UNAUTHENTICATED naming the field `code` when it is missing, wrong or already used; TOO_MANY_REQUESTS after
 * ten attempts in 15 minutes
 */
export async function takeSecondStep(app: Services, userId: string, code: string | undefined): Promise<boolean> {
  if (!(await twoStepRepo(app.db.read).isOn(userId))) return false
  if (code === undefined) throw codeNeeded()
  app.signInLimits.takeCodeCheck(userId)
  return app.db.write(async (tx) => {
    const kept = await twoStepRepo(tx).find(userId)
    if (!kept?.confirmedAt) return false
    if (!(await takeCode(app, tx, kept, code))) throw wrongSignInCode()
    return true
  })
}
