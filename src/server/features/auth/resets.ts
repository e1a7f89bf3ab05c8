import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/platform/db.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { hashPassword } from '#server/platform/password.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { ownAccount, recordAudit } from '../audit/audit.ts'
import { resetLinkExpired } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'
import { checkNewPassword } from './passwords.ts'
import { resetsRepo } from './resets.repo.ts'
import { closeSessionsIn } from './sessions.ts'

/** A link is valid for one hour and works once. */
const lifetime = 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Stores a password reset request without looking up the account, so that neither the response nor its timing reveals
 * whether one exists. `issueResets` looks it up later.
 */
export async function requestReset(app: Services, given: string, address: string) {
  const email = given.toLowerCase()
  if (app.signInLimits.mayRequestReset(email, address))
    await app.db.write((tx) => resetsRepo(tx).request(email, app.clock.now()))
  return { message: 'If an account uses this email, you will receive a link to reset its password.' }
}

/** Creates and emails a link for each pending request whose email belongs to an account. */
export async function issueResets(app: Platform): Promise<void> {
  if ((await resetsRepo(app.db.read).waiting(1)).length === 0) return
  const now = app.clock.now()
  await app.db.write((tx) => resetsRepo(tx).settleUnknown(now + lifetime))
  const waiting = await resetsRepo(app.db.read).waiting(50)
  for (const { email } of waiting) {
    const found = await authRepo(app.db.read).findByEmail(email)
    const token = randomBytes(32).toString('base64url')
    await app.db.write(async (tx) => {
      // Unknown and inactive accounts also get a token (never sent), so repeated requests cost the same for all.
      await resetsRepo(tx).issue(email, hashOf(token), now + lifetime)
      if (!found?.user.isActive || found.college?.isActive === false) return
      await queueMail(tx, now, {
        to: email,
        urgent: true,
        subject: `Reset your ${app.config.platformName} password`,
        paragraphs: [
          `Hello ${found.user.name},`,
          'We received a request to reset the password of your account. Use this link to choose a new one. It works once and expires in one hour.',
          { link: `${app.config.publicUrl}/reset-password#${token}` },
          'If you didn’t ask for this, ignore this email. Your password won’t change.',
        ],
      })
    })
  }
  await app.db.write((tx) => resetsRepo(tx).deleteExpired(now))
}

/**
 * Sets a new password with an emailed link, ends the person's sessions and revokes their API tokens.
 * @throws VALIDATION when the link is unknown, used or older than an hour, or the password is too weak
 */
export async function resetPassword(app: Platform, token: string, password: string, address: string) {
  const tokenHash = hashOf(token)
  const now = app.clock.now()
  const owner = await resetsRepo(app.db.read).findUser(tokenHash, app.clock.now())
  if (!owner) throw resetLinkExpired()
  await checkNewPassword(app, password, owner, 'password')
  const passwordHash = await hashPassword(password)
  await app.db.write(async (tx) => {
    // Looked up again inside the job, so that only one of two concurrent uses succeeds.
    const user = await resetsRepo(tx).findUser(tokenHash, now)
    if (!user) throw resetLinkExpired()
    await resetsRepo(tx).setPassword(user.id, passwordHash)
    await resetsRepo(tx).delete(user.email)
    await closeSessionsIn(tx, user.id)
    const actor = { ...user, address }
    await recordAudit(tx, now, actor, { action: 'account.reset_password', subject: ownAccount(actor) })
  })
  return { message: 'Your password has been changed. You can sign in with it now.' }
}

/** Deletes the link emailed to an address, inside the job that removes the address from its account. */
export const deleteResetsIn = (tx: Db, email: string) => resetsRepo(tx).delete(email)
