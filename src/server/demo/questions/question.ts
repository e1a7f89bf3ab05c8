import type { OptionLetter } from '#shared/tests/tests.schema.ts'

/** A demo multiple-choice question. */
export interface SeedQuestion {
  questionText: string
  options: Record<OptionLetter, string>
  correctAnswer: OptionLetter
  explanation: string
  /** Only if different from the test's marks per question. */
  marks?: number
}

/** Creates a question from its text, four options, key and explanation. */
export const question = (
  questionText: string,
  [A, B, C, D]: readonly [string, string, string, string],
  correctAnswer: OptionLetter,
  explanation: string,
  marks?: number,
): SeedQuestion => ({
  questionText,
  options: { A, B, C, D },
  correctAnswer,
  explanation,
  ...(marks === undefined ? {} : { marks }),
})
