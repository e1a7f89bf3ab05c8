import { DomainError, sentences } from '#shared/errors.ts'
import type { Actor, Platform } from './platform.ts'

/** Lifetime of a proof, in ms. */
export const proofLife = 10 * 60_000

/**
 * Step-up: some calls require that the person has signed in, or confirmed the password or a passkey, within the last
 * ten minutes, which protects against unattended browsers and stolen sessions. Procedures require it with
 * `stepUp: true` in their meta; services that require it only in some cases call this. API tokens pass, because
 * creating one requires the password (docs/decisions/047).
 * @throws PROOF_NEEDED
 */
export function requireProof({ clock }: Platform, { apiToken, provedAt }: Actor): void {
  if (apiToken || (provedAt && clock.now() - provedAt <= proofLife)) return
  throw new DomainError('PROOF_NEEDED', sentences.proofNeeded)
}
