import { prepareJson } from '#server/platform/prepared-json.ts'
import { type Letter, letters } from '#shared/bank/types/choice.rules.ts'
import type { PaperQuestion, Paper as ShownPaper } from '#shared/tests/tests.schema.ts'

type Choice = Extract<PaperQuestion, { options: unknown }>
const isChoice = (question: PaperQuestion): question is Choice => 'options' in question

/** A question's options in another order, lettered from A again. */
export function reordered<T>(values: Partial<Record<Letter, T>>, order: readonly Letter[]): Partial<Record<Letter, T>> {
  return Object.fromEntries(
    order.flatMap((letter, place) => {
      const value = values[letter]
      return value === undefined ? [] : [[letters[place], value]]
    }),
  )
}

/** Questions as sent, in every order of their options, prepared when first needed. */
export class QuestionViews {
  readonly #questions: ReadonlyMap<string, PaperQuestion>
  readonly #views = new Map<string, PaperQuestion>()
  /** The paper without questions. */
  readonly frame: ShownPaper

  constructor(whole: ShownPaper) {
    const { sections, questions } = whole
    this.#questions = new Map(
      [...questions, ...sections.flatMap((section) => section.questions)].map((question) => [question.id, question]),
    )
    this.frame = {
      ...whole,
      questions: [],
      sections: sections.map((section) => ({ ...section, questions: [] })),
      codingQuestions: whole.codingQuestions.length > 0 ? prepareJson(whole.codingQuestions) : [],
    }
  }

  /** @param order the test's letters in the order to show */
  view(id: string, order: readonly Letter[] | null): PaperQuestion[] {
    const question = this.#questions.get(id)
    if (!question) return []
    const key = `${id} ${order?.join('') ?? ''}`
    const found =
      this.#views.get(key) ?? prepareJson(order && isChoice(question) ? withOptions(question, order) : question)
    this.#views.set(key, found)
    return [found]
  }
}

const withOptions = (question: Choice, order: readonly Letter[]): Choice => ({
  ...question,
  options: reordered(question.options, order),
  optionImages: question.optionImages && reordered(question.optionImages, order),
})
