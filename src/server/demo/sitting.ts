import type { OptionLetter } from '#shared/tests/tests.schema.ts'
import type { SeedQuestion } from './questions/question.ts'
import { pick, type Random } from './random.ts'

/** How one student takes one test, decided in advance. */
export interface Sitting {
  kind: 'submitted' | 'abandoned' | 'running'
  /** By position of the question; null if not answered. Students who stopped have not reached later ones. */
  letters: (OptionLetter | null)[]
  /** Seconds on each question. */
  seconds: number[]
  /** Seconds after the start at which some students left the tab. */
  leftTabAt: number | null
}

/** Difficulty on the scale of abilities: 0 is average, 1 is one standard deviation harder. */
const hardness = { Easy: -0.5, Medium: 0, Hard: 0.6 } as const

/** Probability of a correct answer, which grows with ability. Average students know two in three and guess the rest. */
const probabilityCorrect = (ability: number, hard: number) =>
  0.15 + 0.85 / (1 + Math.exp(-(1.1 * (ability - hard) + 0.6)))

function letterFor(random: Random, question: SeedQuestion, chance: number): OptionLetter | null {
  if (random() < 0.05) return null
  if (random() < chance) return question.correctAnswer
  return pick(
    random,
    (['A', 'B', 'C', 'D'] as const).filter((letter) => letter !== question.correctAnswer),
  )
}

/** How a student with this random number takes the test, if at all. */
export function kindOf(random: Random, shares: { submitted: number; abandoned: number; running: number }) {
  const place = random()
  if (place < shares.submitted) return 'submitted'
  if (place < shares.submitted + shares.abandoned) return 'abandoned'
  return place < shares.submitted + shares.abandoned + shares.running ? 'running' : 'absent'
}

/** Answers a paper according to the student's ability. @param minutes duration of the test */
export function simulateSitting(
  random: Random,
  kind: Sitting['kind'],
  paper: { questions: readonly SeedQuestion[]; difficulty: keyof typeof hardness; minutes: number },
  ability: number,
): Sitting {
  const { questions } = paper
  const reached = kind === 'submitted' ? questions.length : Math.ceil(questions.length * (0.2 + 0.5 * random()))
  const letters = questions.map((question, place) => {
    // A question is equally hard for everyone.
    const own = ((question.questionText.length * 7) % 13) / 13 - 0.5
    const letter = letterFor(random, question, probabilityCorrect(ability, hardness[paper.difficulty] + own))
    return place < reached ? letter : null
  })
  const pace = (paper.minutes * 60 * (0.45 + 0.45 * random())) / questions.length
  const seconds = questions.map((_, place) => (place < reached ? Math.round(pace * (0.6 + 0.7 * random())) : 0))
  return { kind, letters, seconds, leftTabAt: random() < 0.12 ? 60 + Math.round(120 * random()) : null }
}
