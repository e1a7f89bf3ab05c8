import { DomainError, sentences } from '#shared/errors.ts'
import type { Actor, Platform } from './platform.ts'

/** Lifetime of a proof, in ms. */
export const proofLife = 10 * 60_000

/**
 * Step-up: some calls need a session whose person has signed in or entered the password within the last ten minutes,
 * which protects against unattended browsers and stolen sessions. Procedures require it with `stepUp: true` in their
 * meta; services that need it conditionally call this. API tokens pass, because creating one requires the password
 * (docs/decisions/047).
 * @throws PROOF_NEEDED
 */
export function requireProof({ clock }: Platform, { apiToken, provedAt }: Actor): void {
  if (apiToken || (provedAt && clock.now() - provedAt <= proofLife)) return
  throw new DomainError('PROOF_NEEDED', sentences.proofNeeded)
}
