import { verifyPassword } from '#server/platform/password.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { wrongPassword } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'
import { takePasswordCheck } from './limits.ts'
import { noteProof } from './sessions.ts'

/** @throws VALIDATION when it is wrong, TOO_MANY_REQUESTS after ten wrong attempts in 15 minutes */
export async function checkPassword(app: Platform, actor: Actor, password: string) {
  const { forgive } = takePasswordCheck(app, actor.id)
  const found = await authRepo(app.db.read).find(actor.id)
  const { ok } = await verifyPassword(password, found?.user.passwordHash, app.passwordKey)
  if (!ok) throw wrongPassword()
  forgive()
}

/**
 * Steps up this session for ten minutes (platform/step-up.ts).
 * @throws VALIDATION when the password is wrong, TOO_MANY_REQUESTS after ten wrong attempts in 15 minutes
 */
export async function stepUp(app: Platform, actor: Actor, token: string | null, password: string) {
  await checkPassword(app, actor, password)
  await noteProof(app, token ?? '')
  return { message: 'Confirmed for ten minutes' }
}
