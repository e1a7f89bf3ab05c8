import type { Cursor } from './docx-cursor.ts'
import { type Draft, firsts, isComplete } from './docx-draft.ts'
import { type Numbered, numberedLine } from './docx-labels.ts'
import type { Line } from './docx-lines.ts'

/** Tells the numbers of questions from those of lists inside a question. */

/** The style of options with numbers that look like those of the questions. */
export const sameNumbers = '1 same'

/** True if a line of the question's text has the question's own number: the next number then continues that list. */
const hasList = ({ stem, number }: Draft): boolean => stem.some((line) => numberedLine(line)?.number === number)

/** True if a number of another style than the question's is that of the next question, and not of a list. */
const isNext = (
  draft: Draft,
  { number, style, tail, isText }: { number: number; style: string; tail: readonly Line[]; isText: boolean },
): boolean =>
  number === (draft.number ?? 0) + 1 &&
  !firsts(tail).some((label) => label?.style === style) &&
  (isComplete(draft) || (isText && !hasList(draft)))

/** Where a numbered line was found. */
interface Place {
  target: 'stem' | 'option' | 'explanation' | 'hint' | 'answer' | 'nothing'
  tail: readonly Line[]
}

export class QuestionNumbers {
  readonly #cursor: Cursor
  #style = ''
  #list: string | undefined
  /** The last number of a list inside the question; 0 for none. */
  #last = 0

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  /** Begins a question with this number. */
  begin({ style, list }: Pick<Numbered, 'style' | 'list'>) {
    this.#style = style
    this.#list = list
    this.#last = 0
  }

  /** Ends the list inside the question. */
  endList() {
    this.#last = 0
  }

  /** True if Word made the numbers of the question and this one in different lists. */
  #isOtherList({ list }: Numbered) {
    return list !== undefined && this.#list !== undefined && list !== this.#list
  }

  /** True if the number begins a question, and false if it is part of the one before. */
  isQuestion(draft: Draft | undefined, numbered: Numbered, { target, tail }: Place): boolean {
    const { number, style } = numbered
    if (!draft || style === 'word') return true
    if (draft.number === undefined) return isComplete(draft)
    const isExplained = target === 'explanation'
    // Questions that go on after a list of Word prove that its lines are no questions.
    const isOther = !isExplained && !isComplete(draft) && this.#isOtherList(numbered)
    if (isOther && this.#isInterrupted(draft)) return false
    if (style !== this.#style && !isExplained) return isNext(draft, { number, style, tail, isText: target === 'stem' })
    const goesOn = number === this.#last + 1 && (isExplained || !isComplete(draft))
    // A list has more than one item, so one item before options is a question.
    if (goesOn && ((this.#last > 0 && !isExplained) || !this.#cursor.leadsQuestion())) {
      this.#last = number
      return false
    }
    if (isExplained) return number === draft.number + 1 || style === this.#style
    return isComplete(draft) || number === 1 || (number > draft.number && number <= draft.number + 10)
  }

  /** True if the next number of the questions' own list is that after this question. */
  #isInterrupted({ number }: Draft) {
    return this.#list !== undefined && number !== undefined && this.#cursor.resumes(this.#list, number + 1)
  }

  /** The style of the options if the number is that of an option; undefined otherwise. */
  optionStyle(draft: Draft | undefined, numbered: Numbered, { target }: Place): string | undefined {
    const { number, style } = numbered
    if (!draft || style === 'word' || target === 'explanation' || draft.answers.length > 0) return undefined
    if (number !== draft.options.length + 1) return undefined
    const isOther =
      style === this.#style && this.#isOtherList(numbered) && (number > 1 || !this.#cursor.leadsQuestion())
    if (style === this.#style && !isOther) return undefined
    const found = isOther ? sameNumbers : `1 ${style}`
    return (number === 1 ? draft.number !== undefined : draft.optionStyle === found) ? found : undefined
  }
}

const textOf = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 2_000)

/** True if a text announces a list, as in `Which of these are right?` */
const announcesList = (text: string) => /:\s*$|\b(?:following|statements?|consider|these|below)\b/i.test(text)

/** True for an option about the items of a list, such as `1 and 2 only`. */
const namesItems = (text: string) =>
  /^\s*(?:only\s)?\(?\d\)?\s?(?:only|and|,|&)|^\s*(?:both|neither|all|none)\b/i.test(text)

/** True if the text of an unanswered question above may continue with this one. */
function mayContinue(draft: Draft, next: Draft | undefined): boolean {
  const { number = 0, list, above, options } = draft
  if (above?.number === undefined || above.options.length + above.answers.length + above.listed.length > 0) return false
  if (number !== above.number + 1) {
    // Numbered instructions above the first question are not its text.
    return number > above.number || next?.number !== number + 1
  }
  if (list !== undefined && above.list !== undefined && list !== above.list) return true
  if (options.some(({ lines }) => namesItems(textOf(lines)))) return true
  for (let one: Draft | undefined = above, depth = 0; one && depth < 10; one = one.above, depth++)
    if (announcesList(textOf(one.stem)) || next?.number === (one.number ?? 0) + 1) return true
  return false
}

/** Asks the author about options that look like questions, and about questions that may be part of the one above. */
export function addNumberDoubts(drafts: readonly Draft[]) {
  for (const [at, draft] of drafts.entries()) {
    const { number, above, optionStyle, options, answers, doubts } = draft
    if (optionStyle === sameNumbers && options.length > 0)
      doubts.push({
        reason: 'Its options have numbers like the questions, so they may be a list in its text',
        label: 'The numbered list contains its options',
      })
    if (number !== undefined && options.length + answers.length > 0 && mayContinue(draft, drafts[at + 1]))
      doubts.push({
        reason: `Question ${above?.number} above has no options and no answer, so this may be a part of it`,
        label: 'It is a question of its own',
      })
  }
}
