import type { Db } from '#server/platform/db.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { storedValuesRepo } from '#server/platform/stored-values.repo.ts'
import { conflict, DomainError, sentences } from '#shared/errors.ts'
import { recordAudit } from '../audit/audit.ts'
import { passkeysRepo } from './passkeys.repo.ts'
import { secondStepKey } from './sessions.repo.ts'
import { twoStepRepo } from './two-step.repo.ts'

/** The second step that the owner can require of all staff: an authenticator or a passkey (docs/decisions/051). */

const isRequired = async (db: Db) => (await storedValuesRepo(db).get(secondStepKey)) !== undefined
const hasOne = async (db: Db, userId: string) =>
  (await twoStepRepo(db).isOn(userId)) || (await passkeysRepo(db).count(userId)) > 0

/** True if all staff must use a second step. */
export const getSecondStepSetting = async (app: Platform) => ({ required: await isRequired(app.db.read) })

/**
 * Sets whether all staff must use a second step, effective immediately.
 * @throws CONFLICT when the owner has not used one in this session, so one click cannot lock them out
 */
export async function putSecondStepSetting(app: Platform, actor: Actor, required: boolean) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    if (required && !(await hasOne(tx, actor.id)))
      throw conflict('Turn on two-step sign-in or add a passkey for yourself first')
    if (required && actor.secondStep !== 'shown') throw conflict('Sign in with your own code or passkey first')
    if ((await isRequired(tx)) === required) return
    if (required) await storedValuesRepo(tx).set(secondStepKey, 'staff')
    else await storedValuesRepo(tx).delete(secondStepKey)
    await recordAudit(tx, now, actor, {
      action: 'platform.second_step',
      subject: { type: 'platform', id: 'platform', name: '' },
      detail: { required },
    })
  })
  return { required }
}

/**
 * People with a second step must use it before adding another, because a stolen password must not be enough.
 * @throws SECOND_STEP_NEEDED
 */
export async function requireEnrolment(db: Db, { id, secondStep }: Actor): Promise<void> {
  if (secondStep === 'missing' && (await hasOne(db, id)))
    throw new DomainError('SECOND_STEP_NEEDED', sentences.secondStepNeeded)
}

/** Checks, after a second step was removed, that staff still have one if it is required. @throws CONFLICT */
export async function requireOtherStep(tx: Db, { id, role }: Actor): Promise<void> {
  if (role !== 'student' && (await isRequired(tx)) && !(await hasOne(tx, id)))
    throw conflict('Staff must use a second sign-in step. Set up another one first.')
}

/**
 * Removes the authenticator and passkeys of somebody who lost them, inside the caller's job.
 * @returns true if there were any
 */
export async function removeSecondStepIn(tx: Db, userId: string): Promise<boolean> {
  const [twoStep, passkeys] = [await twoStepRepo(tx).delete(userId), await passkeysRepo(tx).deleteOfUser(userId)]
  return twoStep || passkeys
}
