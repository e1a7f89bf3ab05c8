import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { SeedQuestion } from './questions/question.ts'
import { pick, type Random } from './random.ts'

/** How one student sat one test, decided before any of it is carried out. */
export interface Sitting {
  kind: 'submitted' | 'abandoned' | 'running'
  /** By the place of the question; null is not answered. Who went away has not reached the later ones. */
  letters: (OptionLetter | null)[]
  /** Seconds on each question. */
  seconds: number[]
  /** Seconds after the start at which the tab was left, for a few. */
  leftTabAt: number | null
}

/** How much harder than usual, on the scale of the abilities (0 is the middle, 1 one standard deviation). */
const hardness = { Easy: -0.5, Medium: 0, Hard: 0.6 } as const

/** A chance of being right that grows with the ability: somebody in the middle knows two in three, the rest is luck. */
const chanceOf = (ability: number, hard: number) => 0.15 + 0.85 / (1 + Math.exp(-(1.1 * (ability - hard) + 0.6)))

function letterFor(random: Random, question: SeedQuestion, chance: number): OptionLetter | null {
  if (random() < 0.05) return null
  if (random() < chance) return question.correctAnswer
  return pick(
    random,
    (['A', 'B', 'C', 'D'] as const).filter((letter) => letter !== question.correctAnswer),
  )
}

/** How a student with this share took the test, if at all. */
export function kindOf(random: Random, shares: { submitted: number; abandoned: number; running: number }) {
  const place = random()
  if (place < shares.submitted) return 'submitted'
  if (place < shares.submitted + shares.abandoned) return 'abandoned'
  return place < shares.submitted + shares.abandoned + shares.running ? 'running' : 'absent'
}

/** Answers a paper as somebody of this ability would. `minutes` is the test's duration. */
export function sit(
  random: Random,
  kind: Sitting['kind'],
  paper: { questions: readonly SeedQuestion[]; difficulty: keyof typeof hardness; minutes: number },
  ability: number,
): Sitting {
  const { questions } = paper
  const reached = kind === 'submitted' ? questions.length : Math.ceil(questions.length * (0.2 + 0.5 * random()))
  const letters = questions.map((question, place) => {
    // The same question is hard or easy for everybody.
    const own = ((question.questionText.length * 7) % 13) / 13 - 0.5
    const letter = letterFor(random, question, chanceOf(ability, hardness[paper.difficulty] + own))
    return place < reached ? letter : null
  })
  const pace = (paper.minutes * 60 * (0.45 + 0.45 * random())) / questions.length
  const seconds = questions.map((_, place) => (place < reached ? Math.round(pace * (0.6 + 0.7 * random())) : 0))
  return { kind, letters, seconds, leftTabAt: random() < 0.12 ? 60 + Math.round(120 * random()) : null }
}
