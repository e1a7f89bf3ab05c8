import type { Actor } from '#server/platform/platform.ts'
import type { Services } from '#server/services.ts'
import { notFound } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { authRepo } from './auth.repo.ts'

/**
 * People locked out by the sign-in limits, longest wait first. The owner sees everyone, a college admin their college.
 */
export async function findWaiting(app: Services, actor: Actor) {
  const now = app.clock.now()
  const waiting = app.signInLimits.waitingAccounts()
  const people = await authRepo(app.db.read).findByEmails([...waiting.keys()], actor.collegeId)
  return {
    people: people
      .map((person) => ({ ...person, until: now + (waiting.get(person.email) ?? 0) }))
      .sort((one, other) => other.until - one.until),
  }
}

/** Lifts a person's sign-in limit. @throws NOT_FOUND for anybody the actor does not manage */
export async function liftLimit(app: Services, actor: Actor, id: string) {
  const found = await authRepo(app.db.read).find(id)
  if (!found || (actor.collegeId !== null && found.user.collegeId !== actor.collegeId)) throw notFound('User')
  const { name, email, collegeId } = found.user
  await app.db.write((tx) =>
    recordAudit(tx, app.clock.now(), actor, {
      action: 'sign_in.lift_limit',
      subject: { type: 'sign_in', id, name },
      collegeId,
    }),
  )
  app.signInLimits.lift(email)
  return { message: `${name} can sign in again` }
}
