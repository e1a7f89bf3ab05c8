import type { PaperQuestion, Paper as PaperSchema } from '#shared/tests/schema.ts'

/** A section of the paper, or the whole of a paper without sections. */
export interface Part {
  /** From 0. */
  index: number
  /** null for a paper without sections. */
  name: string | null
  /** As the author set it; the student's own time may be longer. */
  minutes: number
  questions: readonly PaperQuestion[]
}

/** Every image of a question. */
export const imagesOf = ({ questionImageUrl, optionImages }: PaperQuestion): string[] =>
  [questionImageUrl, ...Object.values(optionImages ?? {})].flatMap((url) => url ?? [])

/** Where a question stands: its part, and its number there from 1. */
export interface Place {
  part: Part
  number: number
}

/** The paper as a list of parts that are sat one after the other. */
export class PaperParts {
  readonly parts: readonly Part[]
  /** Every question, in order. */
  readonly ids: readonly string[]
  readonly #places = new Map<string, Place>()

  constructor(test: PaperSchema) {
    this.parts =
      test.sections.length === 0
        ? [{ index: 0, name: null, minutes: test.duration, questions: test.questions }]
        : test.sections.map(({ sectionName, sectionDuration, questions }, index) => ({
            index,
            name: sectionName,
            minutes: sectionDuration,
            questions,
          }))
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
