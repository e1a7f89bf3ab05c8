import type { PaperCodingQuestion, PaperQuestion, Paper as PaperSchema } from '#shared/tests/tests.schema.ts'

/** A section of the paper, or the whole paper if it has no sections. */
export interface Part {
  index: number
  /** null for a paper without sections. */
  name: string | null
  /** As set by the author. The student's own time may be longer. */
  minutes: number
  /** Number of questions, even while the server withholds them. */
  count: number
  questions: readonly PaperQuestion[]
  /** Empty except in the coding section, which has no other questions. */
  coding: readonly PaperCodingQuestion[]
}

/** True if the server withholds a part's questions, because sections are locked and this one is not open. */
export const isSealed = ({ questions, coding }: Part) => questions.length === 0 && coding.length === 0

export function imagesOf(question: PaperQuestion): string[] {
  const optionImages = 'optionImages' in question ? question.optionImages : null
  return [question.questionImageUrl, ...Object.values(optionImages ?? {})].flatMap((url) => url ?? [])
}

/** The ids of all questions in a part, coding or not. */
export const idsIn = ({ questions, coding }: Part): string[] => [
  ...questions.map(({ id }) => id),
  ...coding.map(({ questionId }) => questionId),
]

/** The paper as an ordered list of parts. */
export class PaperParts {
  readonly parts: readonly Part[]
  /** All non-coding questions, in order. */
  readonly questions: readonly PaperQuestion[]
  readonly coding: readonly PaperCodingQuestion[]
  readonly #partOf: ReadonlyMap<string, number>

  constructor(test: PaperSchema) {
    this.parts = partsOf(test).map((part, index) => ({ ...part, index }))
    this.questions = this.parts.flatMap(({ questions }) => questions)
    this.coding = test.codingQuestions
    this.#partOf = new Map(this.parts.flatMap(({ index, questions }) => questions.map(({ id }) => [id, index])))
  }

  /** The index of the part that a question with answers, not code, belongs to; 0 for an unknown question. */
  partOf(questionId: string): number {
    return this.#partOf.get(questionId) ?? 0
  }

  /** The part at an index from the clock, or the last part if the index is beyond the end. */
  part(index: number): Part {
    const part = this.parts[Math.min(index, this.parts.length - 1)]
    if (!part) throw new Error('A paper has at least one part')
    return part
  }
}

export const codingSectionName = 'Coding'
export const choiceSectionName = 'Multiple choice'

/** Coding comes last, in a separate section. */
function partsOf(test: PaperSchema): Omit<Part, 'index'>[] {
  const { sections, questions, numberOfQuestions: count, duration: minutes, hasCodingSection } = test
  const parts = sections.map(
    (section): Omit<Part, 'index'> => ({
      name: section.sectionName,
      minutes: section.sectionDuration,
      count: section.numberOfQuestions,
      questions: section.questions,
      coding: [],
    }),
  )
  if (parts.length === 0 && (count > 0 || !hasCodingSection))
    parts.push({ name: hasCodingSection ? choiceSectionName : null, minutes, count, questions, coding: [] })
  if (hasCodingSection) {
    const { codingDuration, codingCount, codingQuestions } = test
    const facts = { name: codingSectionName, minutes: codingDuration, count: codingCount }
    parts.push({ ...facts, questions: [], coding: codingQuestions })
  }
  return parts
}
