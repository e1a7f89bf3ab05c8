import { verifyPassword } from '#server/platform/password.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { wrongPassword } from './auth.errors.ts'
import { authRepo } from './auth.repo.ts'
import { noteProof } from './sessions.ts'

/** @throws VALIDATION when the password is wrong, TOO_MANY_REQUESTS after ten wrong attempts in 15 minutes */
export async function checkPassword(app: Services, actor: Actor, password: string) {
  const { forgive } = app.signInLimits.takePasswordCheck(actor.id)
  const found = await authRepo(app.db.read).find(actor.id)
  const { ok } = await verifyPassword(password, found?.user.passwordHash, app.passwordKey)
  if (!ok) throw wrongPassword()
  forgive()
}

/**
 * Steps up this session for ten minutes (platform/step-up.ts).
 * @throws VALIDATION when the password is wrong, TOO_MANY_REQUESTS after ten wrong attempts in 15 minutes
 */
export async function stepUp(app: Services, actor: Actor, token: string | null, password: string) {
  await checkPassword(app, actor, password)
  await noteProof(app, token ?? '')
  return { message: 'Confirmed for ten minutes' }
}
