import type { Language } from '#shared/coding/languages.rules.ts'

/** A demo program with a recorded result, which `tests/demo/programs.long.test.ts` compares with the judge's. */
export interface SeedProgram {
  language: Language
  code: string
  /** One letter per test case: A accepted, W wrong answer, T time limit exceeded. */
  verdicts: string
  /** Typical CPU time and memory of a case. */
  timeMs: number
  memoryKb: number
}

const verdictOfLetter = { A: 'accepted', W: 'wrong_answer', T: 'time_limit_exceeded' } as const

/** Returns the verdict of each test case. */
export const verdictsOf = ({ verdicts }: SeedProgram) =>
  [...verdicts].map((letter) => verdictOfLetter[letter as keyof typeof verdictOfLetter])
