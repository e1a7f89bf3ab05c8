import { prepareJson } from '#server/platform/prepared-json.ts'
import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import { optionOrder } from '#shared/tests/draw.rules.ts'
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
  readonly #views = new Map<string, (readonly PaperQuestion[])[]>()
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

  /**
   * A question as sent, in a list to append; empty for an unknown one.
   * @param number of the order of its options; null for the order of the test
   */
  view(id: string, number: number | null): readonly PaperQuestion[] {
    const views = this.#views.get(id) ?? []
    const place = number ?? 0
    const found = views[place] ?? this.#prepare(id, number)
    views[place] = found
    this.#views.set(id, views)
    return found
  }

  #prepare(id: string, number: number | null): readonly PaperQuestion[] {
    const question = this.#questions.get(id)
    if (!question) return []
    if (number === null || !isChoice(question)) return [prepareJson(question)]
    const { length } = lettersOf(question)
    return [prepareJson(withOptions(question, optionOrder(id, length, number)))]
  }
}

const withOptions = (question: Choice, order: readonly Letter[]): Choice => ({
  ...question,
  options: reordered(question.options, order),
  optionImages: question.optionImages && reordered(question.optionImages, order),
})
