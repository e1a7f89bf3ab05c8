import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import { hashPassword, temporaryPassword, verifyPassword } from '#server/platform/password.ts'
import type { Actor, DeviceCookie, Platform } from '#server/platform/platform.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import type { Services } from '#server/services.ts'
import type { currentUser, loginForm, masterAdminForm } from '#shared/auth/auth.schema.ts'
import { DomainError, sentences } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { accountInactive, emailTaken, wrongCredentials } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'
import { knownDevice, rememberedDevice } from './devices.ts'
import { checkNewPassword } from './passwords.ts'
import type { Origin } from './sessions.ts'
import { recordSignIn } from './sign-ins.ts'
import { takeSecondStep } from './two-step.ts'

/** Origin of a sign-in, with its device cookie. */
export interface SignInOrigin extends Origin {
  deviceCookie?: DeviceCookie | undefined
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof authRepo>['find']>>>

function present({ user, college }: Found): z.input<typeof currentUser> {
  return {
    ...user,
    collegeName: college?.name ?? null,
    collegeId: college,
    hasLoggedIn: user.lastLoginAt !== null,
    lastLogin: user.lastLoginAt,
  }
}

/**
 * Opens a session for a valid email, password and, if enabled, second step code. Remembers the device. Only failures
 * count towards the limits.
 * @throws UNAUTHENTICATED for a wrong email or password, with the same message and timing; TOO_MANY_REQUESTS at the
 * limits; after a correct password only, FORBIDDEN for an inactive person or college, or UNAUTHENTICATED naming `code`
 * when it is missing or wrong
 */
export const login = (app: Services, input: z.output<typeof loginForm>, from: SignInOrigin) =>
  app.refusedSignIns.recorded(input, from, () => signIn(app, input, from))

async function signIn(app: Services, input: z.output<typeof loginForm>, from: SignInOrigin) {
  const email = input.email.toLowerCase()
  const attempt = app.signInLimits.takeSignIn(email, from.address, knownDevice(app, from.deviceCookie?.sent, email))
  const found = await authRepo(app.db.read).findByEmail(email)
  const { ok, upgraded } = await verifyPassword(input.password, found?.user.passwordHash, app.passwordKey)
  if (!found || !ok) throw wrongCredentials()
  attempt.forgive()
  requireActive(found)
  const secondStep = await takeSecondStep(app, found.user.id, input.code)
  return openSignedIn(app, found, input.rememberMe, from, { secondStep, upgraded })
}

/** @throws FORBIDDEN for an inactive person or college */
function requireActive({ user, college }: Found) {
  if (!user.isActive || college?.isActive === false) throw accountInactive()
}

/**
 * Opens and records the session of a verified sign-in.
 * @param proof `secondStep` is true if one was used; `upgraded` is a permanent password hash to replace a temporary one
 * @throws FORBIDDEN for an inactive person or college
 */
export async function openSignedIn(
  app: Services,
  found: Found,
  rememberMe: boolean,
  from: SignInOrigin,
  { secondStep, upgraded }: { secondStep: boolean; upgraded?: string | undefined },
) {
  requireActive(found)
  const { email } = found.user
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    await authRepo(tx).recordLogin(found.user.id, now, upgraded)
    await recordSignIn(tx, now, found.user, from)
  })
  const token = await app.sessions.open(found.user.id, rememberMe, from, secondStep)
  from.deviceCookie?.set(rememberedDevice(app, from.deviceCookie.sent, email))
  return { token, user: present({ ...found, user: { ...found.user, lastLoginAt: now } }) }
}

/** The signed-in person with their college. */
export async function getCurrentUser(app: Platform, actor: Actor) {
  const found = await authRepo(app.db.read).find(actor.id)
  if (!found) throw new DomainError('UNAUTHENTICATED', sentences.signInNeeded)
  return { user: present(found) }
}

/** Key for this database's temporary password hashes, created at first start. */
export async function passwordKeyOf(db: Database): Promise<string> {
  const known = await storedValuesRepo(db.read).get('password_key')
  if (known) return known
  return db.write(async (tx) => {
    // Another process may have created the key first.
    const key = (await storedValuesRepo(tx).get('password_key')) ?? randomBytes(32).toString('base64url')
    await storedValuesRepo(tx).set('password_key', key)
    return key
  })
}

const masterAdmin = async (app: Platform, form: { email: string; name: string; password: string }) => ({
  id: newId(),
  role: 'master_admin' as const,
  name: form.name,
  email: form.email,
  passwordHash: await hashPassword(form.password),
  createdAt: app.clock.now(),
})

/**
 * Creates the first master admin if there is none.
 * @returns the credentials to print once, or null if one exists; includes the password only if it was generated here
 */
export async function createFirstAdmin(app: Platform): Promise<{ email: string; password: string | null } | null> {
  if ((await authRepo(app.db.read).countMasterAdmins()) > 0) return null
  const { email, password: given } = app.config.masterAdmin
  const password = given ?? temporaryPassword()
  const account = await masterAdmin(app, { email, name: 'Master Admin', password })
  const created = await app.db.write(async (tx) => {
    if ((await authRepo(tx).countMasterAdmins()) > 0) return false
    await authRepo(tx).insertUser(account)
    return true
  })
  return created ? { email, password: given ? null : password } : null
}

/**
 * Creates another master admin, for the server's command line.
 * @returns the password, generated unless one is given
 * @throws CONFLICT when the email is taken, VALIDATION when the password is too weak
 */
export async function addMasterAdmin(app: Platform, form: z.output<typeof masterAdminForm>) {
  const { email, name, password = temporaryPassword() } = form
  if (form.password) await checkNewPassword(app, form.password, { email, role: 'master_admin' }, 'password')
  const account = await masterAdmin(app, { email, name, password })
  await app.db.write(async (tx) => {
    if (await authRepo(tx).findByEmail(email)) throw emailTaken()
    await authRepo(tx).insertUser(account)
    await recordAudit(tx, account.createdAt, null, {
      action: 'member.create',
      subject: { type: 'member', id: account.id, name },
      detail: { role: account.role },
    })
  })
  return { email, password }
}
