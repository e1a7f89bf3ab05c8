import type { z } from 'zod'
import { hashPassword, verifyPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { type changePasswordForm, type ProfileForm, profileFormOf } from '#shared/auth/auth.schema.ts'
import { DomainError, invalid, sentences } from '#shared/errors.ts'
import { ownAccount, recordAudit } from '../audit/audit.ts'
import { wrongCurrentPassword } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'
import { getCurrentUser } from './auth.ts'
import { recordGroupIn, requestGroupIn } from './groups.ts'
import { checkNewPassword } from './passwords.ts'
import { profileRepo } from './profile.repo.ts'
import { closeOtherSessionsIn } from './sessions.ts'

const groupFields = ['batch', 'branch', 'section'] as const
const isGroup = (name: string) => (groupFields as readonly string[]).includes(name)

type Grouped = Partial<Record<(typeof groupFields)[number], string | null | undefined>>
const moveOf = (before: Grouped, own: Grouped) => {
  const from = { batch: before.batch ?? '', branch: before.branch ?? '', section: before.section ?? '' }
  const to = { batch: own.batch ?? from.batch, branch: own.branch ?? from.branch, section: own.section ?? from.section }
  return { from, to }
}

/**
 * Updates the profile fields that the person may edit. An admin's address is that of the college. Ignores fields that
 * the role may not edit. If the college must approve changes to batch, branch and section, a student's change becomes
 * a request, and the response says so.
 * @throws VALIDATION when a field the role requires is empty
 */
export async function updateProfile(app: Platform, actor: Actor, form: ProfileForm) {
  const checked = profileFormOf(actor.role).safeParse(form)
  if (!checked.success)
    throw invalid(checked.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  const { address, ...own } = checked.data
  const fields = Object.entries(own).filter(([, value]) => value !== undefined)
  const now = app.clock.now()
  const isSent = await app.db.write(async (tx) => {
    const before = await authRepo(tx).find(actor.id)
    if (!before) throw new DomainError('UNAUTHENTICATED', sentences.signInNeeded)
    const all = fields.filter(([name, value]) => before.user[name as keyof typeof before.user] !== value)
    const { college } = before
    const move = actor.role === 'student' && all.some(([name]) => isGroup(name)) && moveOf(before.user, own)
    const isAsked = Boolean(move) && college?.groupChanges === 'approve'
    const changed = all.filter(([name]) => !isAsked || !isGroup(name))
    if (move && college && isAsked) await requestGroupIn(tx, now, actor, college.id, move)
    else if (move) await recordGroupIn(tx, now, actor, move)
    const moved = address && actor.collegeId && before.college?.address !== address ? address : undefined
    if (changed.length > 0) await profileRepo(tx).updateUser(actor.id, Object.fromEntries(changed))
    if (moved && actor.collegeId) await profileRepo(tx).updateAddress(actor.collegeId, moved)
    const names = [...changed.map(([name]) => name), ...(moved ? ['address'] : [])]
    if (names.length > 0)
      await recordAudit(tx, now, actor, {
        action: 'account.update_profile',
        subject: ownAccount(actor),
        detail: { changed: names },
      })
    return isAsked
  })
  return { ...(await getCurrentUser(app, actor)), ...(isSent && { message: 'Sent for approval' }) }
}

/**
 * Changes the password, ends the person's other sessions and revokes their API tokens.
 * @param token the token of the session to keep
 * @throws VALIDATION when the current password is wrong or the new one too weak, TOO_MANY_REQUESTS after ten attempts
 * in 15 minutes
 */
export async function changePassword(
  app: Services,
  actor: Actor,
  token: string | null,
  form: z.output<typeof changePasswordForm>,
) {
  app.signInLimits.takePasswordCheck(actor.id)
  const found = await authRepo(app.db.read).find(actor.id)
  const { ok } = await verifyPassword(form.currentPassword, found?.user.passwordHash, app.passwordKey)
  if (!ok) throw wrongCurrentPassword()
  await checkNewPassword(app, form.newPassword, actor, 'newPassword')
  const passwordHash = await hashPassword(form.newPassword)
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    await profileRepo(tx).updateUser(actor.id, { passwordHash })
    await closeOtherSessionsIn(tx, actor.id, token)
    await recordAudit(tx, now, actor, { action: 'account.change_password', subject: ownAccount(actor) })
  })
  return { message: 'Password changed successfully!' }
}
