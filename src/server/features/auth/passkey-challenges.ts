import type { Clock } from '#server/platform/clock.ts'

type Purpose = 'add' | 'sign_in' | 'step_up'

const life = 5 * 60_000
/** Maximum pending challenges. If there are more, the oldest is dropped. */
const maxCached = 50_000

interface Challenge {
  purpose: Purpose
  /** Null before sign-in. */
  userId: string | null
  endsAt: number
}

/** Pending challenges. They are kept in memory, because people can simply try again after a restart. */
export class PasskeyChallenges {
  readonly #clock: Clock
  readonly #pending = new Map<string, Challenge>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(challenge: string, purpose: Purpose, userId: string | null): void {
    const oldest = this.#pending.size >= maxCached ? this.#pending.keys().next().value : undefined
    if (oldest !== undefined) this.#pending.delete(oldest)
    this.#pending.set(challenge, { purpose, userId, endsAt: this.#clock.now() + life })
  }

  /** Consumes a challenge. @returns true if it was issued for this purpose and person within five minutes */
  take(challenge: string, purpose: Purpose, userId: string | null): boolean {
    const found = this.#pending.get(challenge)
    this.#pending.delete(challenge)
    return found?.purpose === purpose && found.userId === userId && this.#clock.now() < found.endsAt
  }

  prune(): void {
    for (const [challenge, { endsAt }] of this.#pending)
      if (endsAt <= this.#clock.now()) this.#pending.delete(challenge)
  }
}
