import type { OptionLetter } from '#shared/tests/tests.schema.ts'

/** A question of the demo college, complete: every one has an explanation. */
export interface SeedQuestion {
  questionText: string
  options: Record<OptionLetter, string>
  correctAnswer: OptionLetter
  explanation: string
  /** Only where they differ from the test's marks per question. */
  marks?: number
}

/** Writes a question in the order it is read: text, the four options, the right letter, why. */
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
