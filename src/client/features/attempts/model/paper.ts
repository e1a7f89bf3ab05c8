import type { PaperCodingQuestion, PaperQuestion, Paper as PaperSchema } from '#shared/tests/schema.ts'

/** A section of the paper, or the whole of a paper without sections. */
export interface Part {
  /** From 0. */
  index: number
  /** null for a paper without sections. */
  name: string | null
  /** As the author set it; the student's own time may be longer. */
  minutes: number
  /** How many questions it has, also while the server keeps them back. */
  count: number
  questions: readonly PaperQuestion[]
  /** In the coding section, which has no other questions; empty elsewhere. */
  coding: readonly PaperCodingQuestion[]
}

/** True if the server withholds a part's questions: sections are locked and its section is not open. */
export const isSealed = ({ questions, coding }: Part) => questions.length === 0 && coding.length === 0

/** Every image of a question. */
export const imagesOf = ({ questionImageUrl, optionImages }: PaperQuestion): string[] =>
  [questionImageUrl, ...Object.values(optionImages ?? {})].flatMap((url) => url ?? [])

/** Every question of a part, of either kind. */
export const idsIn = ({ questions, coding }: Part): string[] => [
  ...questions.map(({ id }) => id),
  ...coding.map(({ questionId }) => questionId),
]

/** A question's position: its part, and its number in it from 1. */
export interface Place {
  part: Part
  number: number
}

/** The paper as a list of parts that are sat one after the other. */
export class PaperParts {
  readonly parts: readonly Part[]
  /** Every question of multiple choice, in order. */
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

  /** The part at an index of the clock's; beyond the last one, the last. */
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
