import type { Platform } from '#server/platform/platform.ts'

/** Purpose of a signature. */
type Purpose = 'add' | 'sign_in' | 'step_up'

const life = 5 * 60_000
/** Maximum pending challenges; beyond it the oldest are dropped. */
const keptAtMost = 50_000

interface Challenge {
  purpose: Purpose
  /** Null before sign-in. */
  userId: string | null
  endsAt: number
}

/** In memory: after a restart, people press the button again. */
const issued = new WeakMap<Platform, Map<string, Challenge>>()
function challengesOf(app: Platform) {
  const challenges = issued.get(app) ?? new Map<string, Challenge>()
  issued.set(app, challenges)
  return challenges
}

export function noteChallenge(app: Platform, challenge: string, purpose: Purpose, userId: string | null): void {
  const challenges = challengesOf(app)
  const oldest = challenges.size >= keptAtMost ? challenges.keys().next().value : undefined
  if (oldest !== undefined) challenges.delete(oldest)
  challenges.set(challenge, { purpose, userId, endsAt: app.clock.now() + life })
}

/** Consumes a challenge. @returns whether it was issued for this purpose and person within five minutes */
export function takeChallenge(app: Platform, challenge: string, purpose: Purpose, userId: string | null): boolean {
  const challenges = challengesOf(app)
  const found = challenges.get(challenge)
  challenges.delete(challenge)
  return found?.purpose === purpose && found.userId === userId && app.clock.now() < found.endsAt
}

export async function pruneChallenges(app: Platform): Promise<void> {
  const challenges = challengesOf(app)
  for (const [challenge, { endsAt }] of challenges) if (endsAt <= app.clock.now()) challenges.delete(challenge)
}
