import { prepareJson } from '#server/platform/prepared-json.ts'
import { type Letter, letters, lettersOf } from '#shared/bank/types/choice.rules.ts'
import type { Gap } from '#shared/bank/types/gaps.rules.ts'
import { gapOrder, optionOrder, partOrder } from '#shared/tests/draw.rules.ts'
import type { PaperQuestion, Paper as ShownPaper } from '#shared/tests/tests.schema.ts'

type Choice = Extract<PaperQuestion, { options: unknown }>
const isChoice = (question: PaperQuestion): question is Choice => 'options' in question

/** Reorders a question's options and letters them from A again. */
export function reordered<T>(values: Partial<Record<Letter, T>>, order: readonly Letter[]): Partial<Record<Letter, T>> {
  return Object.fromEntries(
    order.flatMap((letter, place) => {
      const value = values[letter]
      return value === undefined ? [] : [[letters[place], value]]
    }),
  )
}

/** Sets the order of the options in gaps; their letters stay the same. */
const withGapOrders = (id: string, gaps: readonly Gap[], number: number) =>
  gaps.map((gap, place) =>
    gap.kind === 'choice' ? { ...gap, order: gapOrder(id, place, lettersOf(gap).length, number) } : gap,
  )

/**
 * Reorders the parts of a matching or ordering question, whose ids stay the same, and the options in gaps. Returns other
 * questions unchanged.
 * @param number which order to use
 */
export function withParts<T extends object>(id: string, body: T, number: number): T {
  if ('gaps' in body) return { ...body, gaps: withGapOrders(id, body.gaps as Gap[], number) }
  const inOrder = (side: string) => {
    const parts: unknown = Reflect.get(body, side)
    return Array.isArray(parts) ? [[side, partOrder(id, side, parts, number)]] : []
  }
  return { ...body, ...Object.fromEntries(['items', 'left', 'right'].flatMap(inOrder)) }
}

/** Questions as sent, in every order of their options or parts. Each view is prepared on first use. */
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
   * Returns the question as sent, in a list for concatenation; the list is empty if the question is unknown.
   * @param number which order to use; null for the test's
   */
  view(id: string, number: number | null): readonly PaperQuestion[] {
    const views = this.#views.get(id) ?? []
    const place = number === null ? 0 : number + 1
    const found = views[place] ?? this.#prepare(id, number)
    views[place] = found
    this.#views.set(id, views)
    return found
  }

  #prepare(id: string, number: number | null): readonly PaperQuestion[] {
    const question = this.#questions.get(id)
    if (!question) return []
    if (number === null) return [prepareJson(question)]
    if (!isChoice(question)) return [prepareJson(withParts(id, question, number))]
    const { length } = lettersOf(question)
    return [prepareJson(withOptions(question, optionOrder(id, length, number)))]
  }
}

const withOptions = (question: Choice, order: readonly Letter[]): Choice => ({
  ...question,
  options: reordered(question.options, order),
  optionImages: question.optionImages && reordered(question.optionImages, order),
})
