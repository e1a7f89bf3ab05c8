import { DomainError, sentences } from '#shared/errors.ts'
import type { Actor, Platform } from './platform.ts'

/** Lifetime of a proof, in ms. */
export const proofLife = 10 * 60_000

/**
 * Requires a step-up: the person must have signed in, or confirmed the password or a passkey, within the last ten
 * minutes. This protects against unattended browsers and stolen sessions. Procedures require it with `stepUp: true` in
 * their meta; services call this function if only some cases require it. API tokens pass, because creating one requires
 * the password (docs/decisions/047).
 * @throws PROOF_NEEDED
 */
export function requireProof({ clock }: Platform, { apiToken, provedAt }: Actor): void {
  if (apiToken || (provedAt && clock.now() - provedAt <= proofLife)) return
  throw new DomainError('PROOF_NEEDED', sentences.proofNeeded)
}
