import type { PaperCodingQuestion, PaperQuestion, Paper as PaperSchema } from '#shared/tests/tests.schema.ts'

/** A section of the paper, or the whole paper if it has no sections. */
export interface Part {
  /** From 0. */
  index: number
  /** null for a paper without sections. */
  name: string | null
  /** As set by the author. The student's own time may be longer. */
  minutes: number
  /** Number of questions, also while the server withholds them. */
  count: number
  questions: readonly PaperQuestion[]
  /** Only in the coding section, which has no other questions. Empty elsewhere. */
  coding: readonly PaperCodingQuestion[]
}

/** True if the server withholds a part's questions: sections are locked and its section is not open. */
export const isSealed = ({ questions, coding }: Part) => questions.length === 0 && coding.length === 0

/** Every image of a question. */
export const imagesOf = ({ questionImageUrl, optionImages }: PaperQuestion): string[] =>
  [questionImageUrl, ...Object.values(optionImages ?? {})].flatMap((url) => url ?? [])

/** Ids of every question of a part, of either kind. */
export const idsIn = ({ questions, coding }: Part): string[] => [
  ...questions.map(({ id }) => id),
  ...coding.map(({ questionId }) => questionId),
]

/** A question's position: its part, and its number in that part, from 1. */
export interface Place {
  part: Part
  number: number
}

/** The paper as a list of parts, taken in order. */
export class PaperParts {
  readonly parts: readonly Part[]
  /** Every multiple-choice question, in order. */
  readonly ids: readonly string[]
  readonly coding: readonly PaperCodingQuestion[]
  readonly #places = new Map<string, Place>()

  constructor(test: PaperSchema) {
    this.parts = partsOf(test).map((part, index) => ({ ...part, index }))
    this.coding = test.codingQuestions
    for (const part of this.parts)
      for (const [position, { id }] of part.questions.entries()) this.#places.set(id, { part, number: position + 1 })
    this.ids = [...this.#places.keys()]
  }

  /** The part at an index of the clock. Beyond the end, the last part. */
  part(index: number): Part {
    const part = this.parts[Math.min(index, this.parts.length - 1)]
    if (!part) throw new Error('A paper has at least one part')
    return part
  }

  placeOf(questionId: string): Place | undefined {
    return this.#places.get(questionId)
  }
}

export const codingSectionName = 'Coding'
export const choiceSectionName = 'Multiple choice'

/** Coding comes last, in a section of its own. */
function partsOf(test: PaperSchema): Omit<Part, 'index'>[] {
  const { sections, questions, numberOfQuestions, duration, codingQuestions, hasCodingSection: hasCoding } = test
  const name = hasCoding ? choiceSectionName : null
  const choice =
    sections.length > 0
      ? sections.map((section) => ({
          name: section.sectionName,
          minutes: section.sectionDuration,
          count: section.numberOfQuestions,
          questions: section.questions,
          coding: [],
        }))
      : hasCoding && numberOfQuestions === 0
        ? []
        : [{ name, minutes: duration, count: numberOfQuestions, questions, coding: [] }]
  if (!hasCoding) return choice
  return [
    ...choice,
    {
      name: codingSectionName,
      minutes: test.codingDuration,
      count: test.codingCount,
      questions: [],
      coding: codingQuestions,
    },
  ]
}
