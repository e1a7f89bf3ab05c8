import { DomainError, sentences } from '#shared/errors.ts'
import type { Actor, Platform } from './platform.ts'

/** How long a proof counts, in ms. */
export const proofLife = 10 * 60_000

/**
 * Step-up: some calls need a session whose person signed in, or entered the password again, within the last ten minutes, so that
 * nobody makes them from a browser left open or with a stolen session. A procedure asks for it with `stepUp: true` in its meta;
 * a service whose call needs it only sometimes calls this. API tokens pass: making one takes the password (docs/decisions/047).
 *
 * @throws PROOF_NEEDED
 */
export function requireProof({ clock }: Platform, { apiToken, provedAt }: Actor): void {
  if (apiToken || (provedAt && clock.now() - provedAt <= proofLife)) return
  throw new DomainError('PROOF_NEEDED', sentences.proofNeeded)
}
