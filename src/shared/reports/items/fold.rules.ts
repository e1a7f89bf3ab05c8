import { type OptionLetter, optionLetters } from '../../tests/tests.schema.ts'

/**
 * A test's attempts, folded into integers: a histogram by score, with the answers to every question per bar. Integers
 * add exactly, so the order of adding, removing and merging does not matter: the same attempts give identical JSON.
 */

/** The question fields that folding needs. */
export interface FoldedItem {
  /** Null for a coding question, which has partial marks and no options. */
  correctAnswer: OptionLetter | null
  marks: number
}

/** The answer to one question: the chosen option, or the program's marks; null if unanswered. */
export type ItemAnswer = OptionLetter | number | null

export interface ItemFold {
  /** The correct option of every question; `-` for a coding question. */
  key: string
  /** Maximum marks of each question, in hundredths. */
  marks: number[]
  /**
   * Per score (in hundredths of a mark): the number of attempts, then four numbers per question. For multiple choice,
   * how many chose A, B, C and D (the rest skipped it). For coding, how many answered, how many got full marks, and
   * the sums of the marks and of their squares, in hundredths. Objects keep integer keys in ascending order. A row of
   * 40 items is about 450 bytes of JSON, and an attempt changes one row.
   */
  rows: Record<number, number[]>
}

export const numbersPerItem = 4

export const hundredthsOf = (marks: number) => Math.round(marks * 100)

export const emptyFold = (items: readonly FoldedItem[]): ItemFold => ({
  key: items.map(({ correctAnswer }) => correctAnswer ?? '-').join(''),
  marks: items.map(({ marks }) => hundredthsOf(marks)),
  rows: {},
})

const sameItems = (a: ItemFold, b: ItemFold) =>
  a.key === b.key && a.marks.length === b.marks.length && a.marks.every((marks, place) => marks === b.marks[place])

/** True if a fold was made with these keys and marks. Scores depend on the key, so a changed key needs a new fold. */
export const isFoldOf = (fold: ItemFold, items: readonly FoldedItem[]) => sameItems(fold, emptyFold(items))

/** The marks of an answer, in hundredths. @throws RangeError for an answer of the wrong kind, or marks out of bounds */
function worthOf(fold: ItemFold, place: number, answer: ItemAnswer): number {
  const most = fold.marks[place] ?? 0
  const key = fold.key[place]
  if (answer === null) return 0
  if ((key === '-') !== (typeof answer === 'number'))
    throw new RangeError(`Item ${place} cannot have the answer ${answer}`)
  if (typeof answer !== 'number') return answer === key ? most : 0
  const worth = hundredthsOf(answer)
  // Written so that NaN fails too.
  if (!(worth >= 0 && worth <= most)) throw new RangeError(`Item ${place} cannot have ${answer} marks`)
  return worth
}

/** True if no count is negative and no question has more answers than attempts. */
function isSound(row: readonly number[], { key }: ItemFold): boolean {
  const [attempts = 0, ...cells] = row
  if (attempts === 0) return cells.every((cell) => cell === 0)
  if (row.some((count) => count < 0)) return false
  return [...key].every((letter, place) => {
    const [a = 0, b = 0, c = 0, d = 0] = cells.slice(place * numbersPerItem, (place + 1) * numbersPerItem)
    return (letter === '-' ? a : a + b + c + d) <= attempts
  })
}

/** Updates the row of an attempt's score. Validates first, so that an invalid attempt changes nothing. */
function change(fold: ItemFold, answers: readonly ItemAnswer[], by: 1 | -1): void {
  if (answers.length !== fold.marks.length)
    throw new RangeError(`${answers.length} answers of ${fold.marks.length} items`)
  const worths = answers.map((answer, place) => worthOf(fold, place, answer))
  const score = worths.reduce((sum, worth) => sum + worth, 0)
  const row = fold.rows[score]?.slice() ?? new Array<number>(1 + fold.marks.length * numbersPerItem).fill(0)
  const add = (at: number, amount: number) => {
    row[at] = (row[at] ?? 0) + by * amount
  }
  add(0, 1)
  for (const [place, answer] of answers.entries()) {
    if (answer === null) continue
    const at = 1 + place * numbersPerItem
    const worth = worths[place] ?? 0
    if (typeof answer !== 'number') {
      add(at + optionLetters.indexOf(answer), 1)
      continue
    }
    add(at, 1)
    add(at + 1, worth === fold.marks[place] ? 1 : 0)
    add(at + 2, worth)
    add(at + 3, worth * worth)
  }
  if (by < 0 && !isSound(row, fold)) throw new RangeError('This attempt was not added')
  if (row[0] === 0) delete fold.rows[score]
  else fold.rows[score] = row
}

/**
 * Adds an attempt to a fold, in place. Its score is the sum of its answers' marks.
 *
 * @param answers one for each item, in the same order
 * @throws RangeError if the answers do not fit these items; the fold is then unchanged
 */
export const addAttempt = (fold: ItemFold, answers: readonly ItemAnswer[]): void => change(fold, answers, 1)

/**
 * Removes an attempt that was added with the same answers, in place.
 *
 * @throws RangeError if it cannot have been added; the fold is then unchanged
 */
export const removeAttempt = (fold: ItemFold, answers: readonly ItemAnswer[]): void => change(fold, answers, -1)

/** Merges two folds into a new one. @throws RangeError if their items differ */
export function mergeFolds(a: ItemFold, b: ItemFold): ItemFold {
  if (!sameItems(a, b)) throw new RangeError('These are folds of other items')
  const rows: ItemFold['rows'] = {}
  for (const [score, row] of [...Object.entries(a.rows), ...Object.entries(b.rows)]) {
    const before = rows[Number(score)]
    // Shared with the other fold, which is safe because rows are replaced, never changed.
    rows[Number(score)] = before ? before.map((count, at) => count + (row[at] ?? 0)) : row
  }
  return { key: a.key, marks: [...a.marks], rows }
}
