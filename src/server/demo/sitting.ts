import type { Random } from './random.ts'

/** The outcome of one question. */
export interface Outcome {
  isRight: boolean
  /** Selects the wrong answer, from 0 to 1. */
  slip: number
  /** The student's probability of a correct answer. */
  chance: number
}

/** A student's attempt at a test, planned in advance. */
export interface Sitting {
  kind: 'submitted' | 'abandoned' | 'running'
  /** By question position; null if not answered. Students who stopped have not reached later questions. */
  outcomes: (Outcome | null)[]
  /** Seconds on each question. */
  seconds: number[]
  /** When the student left the tab, in seconds after the start; null if they never did. */
  leftTabAt: number | null
}

/** Difficulty on the ability scale: 0 is average, 1 is one standard deviation harder. */
export const hardness = { Easy: -0.5, Medium: 0, Hard: 0.6 } as const

/** Computes the probability of a correct answer. Average students know two in three and guess the rest. */
const probabilityCorrect = (ability: number, hard: number) =>
  0.15 + 0.85 / (1 + Math.exp(-(1.1 * (ability - hard) + 0.6)))

function outcomeOf(random: Random, chance: number): Outcome | null {
  if (random() < 0.05) return null
  const isRight = random() < chance
  return { isRight, slip: isRight ? 0 : random(), chance }
}

/** Decides at random whether the student submits, abandons, is taking or misses the test. */
export function kindOf(random: Random, shares: { submitted: number; abandoned: number; running: number }) {
  const place = random()
  if (place < shares.submitted) return 'submitted'
  if (place < shares.submitted + shares.abandoned) return 'abandoned'
  return place < shares.submitted + shares.abandoned + shares.running ? 'running' : 'absent'
}

/**
 * Answers a paper according to the student's ability.
 * @param paper the hardness of each question, and the duration of the test in minutes
 */
export function simulateSitting(
  random: Random,
  kind: Sitting['kind'],
  { questions, minutes }: { questions: readonly number[]; minutes: number },
  ability: number,
): Sitting {
  const reached = kind === 'submitted' ? questions.length : Math.ceil(questions.length * (0.2 + 0.5 * random()))
  const outcomes = questions.map((hard, place) => {
    const outcome = outcomeOf(random, probabilityCorrect(ability, hard))
    return place < reached ? outcome : null
  })
  const pace = (minutes * 60 * (0.45 + 0.45 * random())) / questions.length
  const seconds = questions.map((_, place) => (place < reached ? Math.round(pace * (0.6 + 0.7 * random())) : 0))
  return { kind, outcomes, seconds, leftTabAt: random() < 0.12 ? 60 + Math.round(120 * random()) : null }
}
