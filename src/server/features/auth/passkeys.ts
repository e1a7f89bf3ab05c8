import { isIP } from 'node:net'
import type { z } from 'zod'
import { queueMail } from '#server/platform/mail/mail.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import type { assertion, passkey, passkeyForm, passkeySignIn } from '#shared/auth/passkeys.schema.ts'
import { maxPasskeys } from '#shared/auth/passkeys.schema.ts'
import { conflict, notFound } from '#shared/errors.ts'
import { ownAccount, recordAudit } from '../audit/audit.ts'
import { passkeysUnavailable, refusedPasskey, refusedPasskeySignIn } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'
import { openSignedIn, type SignInOrigin } from './auth.ts'
import { type PasskeyRow, passkeysRepo } from './passkeys.repo.ts'
import { requireEnrolment, requireOtherStep } from './second-step.ts'
import { noteProof, noteSecondStepIn } from './sessions.ts'

/**
 * Passkeys (WebAuthn, level 2): a key pair per device, bound to our host name, so other sites cannot request it. The
 * authenticator verifies the person, so a passkey counts as both steps of a sign-in. The library is loaded on first
 * use.
 */
const library = () => import('@simplewebauthn/server')

/** COSE numbers of EdDSA, ES256 and RS256, which cover common authenticators. */
const algorithms = [-8, -7, -257]

/** Derives the relying party from the configured address. @throws CONFLICT when it has no host name */
function relyingParty({ config }: Platform) {
  const { hostname, origin } = new URL(config.publicUrl ?? `http://localhost:${config.port}`)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw passkeysUnavailable()
  return { rpID: hostname, origin }
}

const present = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): z.input<typeof passkey> => ({
  id,
  name,
  createdAt,
  lastUsedAt,
})

/** A person's passkeys, newest first. */
export async function findPasskeys(app: Platform, actor: Actor) {
  return { passkeys: (await passkeysRepo(app.db.read).list(actor.id)).map(present) }
}

const known = (rows: PasskeyRow[]) => rows.map(({ id, transports }) => ({ id, transports }))

/**
 * Options for the browser to create a passkey.
 * @throws CONFLICT at the maximum, or where passkeys cannot work; SECOND_STEP_NEEDED if requireEnrolment refuses
 */
export async function beginPasskey(app: Services, actor: Actor) {
  const { rpID } = relyingParty(app)
  await requireEnrolment(app.db.read, actor)
  const own = await passkeysRepo(app.db.read).list(actor.id)
  if (own.length >= maxPasskeys) throw conflict(`You already have ${maxPasskeys} passkeys. Remove one first`)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: app.config.platformName,
    rpID,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: new TextEncoder().encode(actor.id),
    attestationType: 'none',
    excludeCredentials: known(own),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  app.passkeyChallenges.add(options.challenge, 'add', actor.id)
  return { options: { ...options } }
}

/**
 * Stores a passkey created by the browser and emails its owner. Counts as this session's second step.
 * @throws VALIDATION when it is invalid, already stored or one too many; SECOND_STEP_NEEDED if requireEnrolment refuses
 */
export async function addPasskey(
  app: Services,
  actor: Actor,
  token: string | null,
  { name, response }: z.output<typeof passkeyForm>,
) {
  const { rpID, origin } = relyingParty(app)
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => app.passkeyChallenges.take(challenge, 'add', actor.id),
    supportedAlgorithmIDs: algorithms,
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified) throw refusedPasskey()
  const { id, publicKey, counter } = registrationInfo.credential
  const now = app.clock.now()
  const row: PasskeyRow = {
    id,
    userId: actor.id,
    name,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: response.response.transports,
    createdAt: now,
    lastUsedAt: null,
  }
  await app.db.write(async (tx) => {
    await requireEnrolment(tx, actor)
    const repo = passkeysRepo(tx)
    if ((await repo.find(id)) || (await repo.count(actor.id)) >= maxPasskeys) throw refusedPasskey()
    await repo.insert(row)
    await noteSecondStepIn(tx, token)
    await recordAudit(tx, now, actor, { action: 'account.add_passkey', subject: ownAccount(actor), detail: { name } })
    await queueMail(tx, now, {
      to: actor.email,
      subject: 'A passkey was added to your account',
      paragraphs: [
        `The passkey “${name}” can now sign in to your account.`,
        'If this was not you, change your password and remove the passkey under Profile.',
      ],
    })
  })
  return { passkey: present(row) }
}

/**
 * Removes one of the caller's passkeys. @throws NOT_FOUND, also for another person's passkey; CONFLICT if
 * requireOtherStep refuses
 */
export async function removePasskey(app: Platform, actor: Actor, id: string) {
  await app.db.write(async (tx) => {
    const removed = await passkeysRepo(tx).delete(actor.id, id)
    if (!removed) throw notFound('Passkey')
    await requireOtherStep(tx, actor)
    await recordAudit(tx, app.clock.now(), actor, {
      action: 'account.remove_passkey',
      subject: ownAccount(actor),
      detail: { name: removed.name },
    })
  })
  return { message: 'Passkey removed' }
}

/**
 * Verifies a passkey signature and updates the passkey's counter.
 * @param userId required owner; null accepts anybody
 * @returns undefined when invalid
 */
async function checkAssertion(app: Services, response: z.output<typeof assertion>, userId: string | null) {
  const { rpID, origin } = relyingParty(app)
  const row = await passkeysRepo(app.db.read).find(response.id)
  if (!row || (userId !== null && row.userId !== userId)) return undefined
  const { userHandle } = response.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== row.userId) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) =>
      app.passkeyChallenges.take(challenge, userId === null ? 'sign_in' : 'step_up', userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { ...row, publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')) },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified) return undefined
  await app.db.write((tx) => passkeysRepo(tx).use(row.id, authenticationInfo.newCounter, app.clock.now()))
  return row
}

/** Options for a sign-in, without a passkey list: the person is unknown. @throws CONFLICT where passkeys cannot work */
export async function beginPasskeySignIn(app: Services, address: string) {
  const { rpID } = relyingParty(app)
  app.signInLimits.takePasskeyStart(address)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  app.passkeyChallenges.add(options.challenge, 'sign_in', null)
  return { options: { ...options } }
}

/**
 * Opens a session for a passkey signature, without a password or code.
 * @throws UNAUTHENTICATED for an invalid signature, FORBIDDEN for an inactive person or college
 */
export async function signInWithPasskey(
  app: Services,
  { response, rememberMe }: z.output<typeof passkeySignIn>,
  from: SignInOrigin,
) {
  const row = await passkeysRepo(app.db.read).find(response.id)
  const owner = row && (await authRepo(app.db.read).find(row.userId))
  return app.refusedSignIns.recorded({ email: owner?.user.email ?? '' }, from, async () => {
    if (!owner || !(await checkAssertion(app, response, null))) throw refusedPasskeySignIn()
    return openSignedIn(app, owner, rememberMe, from, { secondStep: true })
  })
}

/** Options for a step-up. @throws CONFLICT for people without a passkey, or where passkeys cannot work */
export async function beginStepUp(app: Services, actor: Actor) {
  const { rpID } = relyingParty(app)
  const own = await passkeysRepo(app.db.read).list(actor.id)
  if (own.length === 0) throw conflict('You have no passkey')
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    allowCredentials: known(own),
  })
  app.passkeyChallenges.add(options.challenge, 'step_up', actor.id)
  return { options: { ...options } }
}

/** Steps up this session with a passkey. @throws VALIDATION for an invalid signature */
export async function stepUpWithPasskey(
  app: Services,
  actor: Actor,
  token: string | null,
  response: z.output<typeof assertion>,
) {
  if (!(await checkAssertion(app, response, actor.id))) throw refusedPasskey()
  await noteProof(app, token ?? '')
  await app.db.write((tx) => noteSecondStepIn(tx, token))
  return { message: 'Confirmed for ten minutes' }
}
