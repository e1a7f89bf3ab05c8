import { type Letter, letters } from '../../bank/types/choice.rules.ts'

/**
 * A test's attempts, folded into integers: a histogram by score, with the answers to every question per bar. Integers
 * add exactly, so the order of adding, removing and merging does not matter: the same attempts give identical JSON.
 */

/** The question fields that folding needs. */
export interface FoldedItem {
  /** Null unless single choice. Coding and all other types have partial marks and no options to count. */
  correctAnswer: Letter | null
  /** Number of options, lettered from A; null unless single choice. */
  options: number | null
  marks: number
  /** Marks that a wrong answer costs; 0 if missing. */
  penalty?: number | undefined
  /** Identifies the key of a question with neither options nor programs. */
  keyHash?: string | undefined
  /** True if only some students get it, because it is drawn from a pool. */
  isDrawn?: boolean | undefined
}

/**
 * The answer to one question: the chosen option of a single choice, otherwise its marks; null if unanswered, undefined
 * if the student did not get the question.
 */
export type ItemAnswer = Letter | number | null | undefined

export interface ItemFold {
  /** The correct option of every question; `-` if it is not single choice. */
  key: string
  /** Maximum marks of each question, in hundredths. */
  marks: number[]
  /** How many numbers each question has in a row. Missing if all have four, as in folds made before other types. */
  sizes?: number[]
  /** What a wrong answer to each question costs, in hundredths. Missing if nothing does. */
  penalties?: number[]
  /** Each question's `keyHash`. Missing if no question has one. */
  keyHashes?: (string | null)[]
  /** Which questions only some students get; each has a number more, how many got it. Missing if there are none. */
  drawn?: boolean[]
  /**
   * Per score (in hundredths of a mark): the number of attempts, then the numbers of each question. For single choice,
   * how many chose each option (the rest skipped it). For other types and coding, how many answered, how many got full
   * marks, and the sums of the marks and of their squares, in hundredths. Read them with `rowsOf`: objects keep
   * negative keys last. A row of 40 items is about 450 bytes of JSON, and an attempt changes one row.
   */
  rows: Record<number, number[]>
}

/** Numbers of a question that is not single choice, and of a single choice with options A to D. */
const usualSize = 4

/** Rounds negative marks like positive ones. Adding 0 turns -0 into 0. */
export const hundredthsOf = (marks: number) => Math.sign(marks) * Math.round(Math.abs(marks) * 100) + 0

export function emptyFold(items: readonly FoldedItem[]): ItemFold {
  const sizes = items.map(({ options }) => options ?? usualSize)
  const penalties = items.map(({ penalty = 0 }) => hundredthsOf(penalty))
  const keyHashes = items.map(({ keyHash = null }) => keyHash)
  const drawn = items.map(({ isDrawn = false }) => isDrawn)
  return {
    key: items.map(({ correctAnswer }) => correctAnswer ?? '-').join(''),
    marks: items.map(({ marks }) => hundredthsOf(marks)),
    ...(sizes.some((size) => size !== usualSize) && { sizes }),
    ...(penalties.some((penalty) => penalty !== 0) && { penalties }),
    ...(keyHashes.some((hash) => hash !== null) && { keyHashes }),
    ...(drawn.includes(true) && { drawn }),
    rows: {},
  }
}

/** Everything but the rows, in a form that can be compared. */
const itemsIn = ({ key, marks, sizes, penalties, keyHashes, drawn }: ItemFold) =>
  JSON.stringify([key, marks, sizes, penalties, keyHashes, drawn])

const sameItems = (a: ItemFold, b: ItemFold) => itemsIn(a) === itemsIn(b)

/**
 * True if a fold was made with these keys, marks, penalties and numbers of options. Scores depend on them, so a change
 * needs a new fold.
 */
export const isFoldOf = (fold: ItemFold, items: readonly FoldedItem[]) => sameItems(fold, emptyFold(items))

/** One question of a fold. */
export interface Cells {
  /** The correct option; null unless single choice. */
  key: Letter | null
  /** In hundredths, like `penalty`. */
  marks: number
  penalty: number
  /** Where its numbers start and end in a row. */
  start: number
  end: number
  /** Where a row has the number of students who got a drawn question; null if everybody did. */
  seenAt: number | null
}

export function cellsOf({ key, marks, sizes, penalties, drawn }: ItemFold): Cells[] {
  let next = 1
  return marks.map((most, place) => {
    const start = next
    const end = start + (sizes?.[place] ?? usualSize)
    const seenAt = drawn?.[place] ? end : null
    next = seenAt === null ? end : end + 1
    const letter = letters.find((known) => known === key[place]) ?? null
    return { key: letter, marks: most, penalty: penalties?.[place] ?? 0, start, end, seenAt }
  })
}

const isNegative = (score: string) => score.startsWith('-')

/** The rows in ascending order of score. */
export function rowsOf({ rows }: Pick<ItemFold, 'rows'>): [score: number, row: readonly number[]][] {
  return Object.entries(rows)
    .map(([score, row]): [number, number[]] => [Number(score), row])
    .sort(([a], [b]) => a - b)
}

/** Puts negative scores in order too, so that equal folds have identical JSON. */
const inOrder = (rows: ItemFold['rows']): ItemFold['rows'] =>
  Object.keys(rows).some(isNegative) ? (Object.fromEntries(rowsOf({ rows })) as ItemFold['rows']) : rows

/** The marks of an answer, in hundredths. @throws RangeError for an answer of the wrong kind, or marks out of bounds */
function worthOf({ key, marks, penalty, start, end, seenAt }: Cells, place: number, answer: ItemAnswer): number {
  if (answer === undefined && seenAt === null) throw new RangeError(`Item ${place} has no answer`)
  if (answer === null || answer === undefined) return 0
  const isPossible = typeof answer === 'number' ? key === null : key !== null && letters.indexOf(answer) < end - start
  if (!isPossible) throw new RangeError(`Item ${place} cannot have the answer ${answer}`)
  if (typeof answer !== 'number') return answer === key ? marks : 0 - penalty
  const worth = hundredthsOf(answer)
  // Written so that NaN fails too.
  if (!(worth >= -penalty && worth <= marks)) throw new RangeError(`Item ${place} cannot have ${answer} marks`)
  return worth
}

/** True if a question's numbers can belong to this many attempts. */
function isSoundItem({ key, marks, penalty, start, end, seenAt }: Cells, row: readonly number[], all: number): boolean {
  const attempts = seenAt === null ? all : (row[seenAt] ?? 0)
  if (attempts < 0 || attempts > all) return false
  const numbers = row.slice(start, end)
  if (key !== null)
    return numbers.every((count) => count >= 0) && numbers.reduce((sum, count) => sum + count, 0) <= attempts
  const [answered = 0, full = 0, sum = 0, squares = 0] = numbers
  return answered <= attempts && full >= 0 && squares >= 0 && sum <= answered * marks && sum >= 0 - answered * penalty
}

function isSound(row: readonly number[], cells: readonly Cells[]): boolean {
  const [attempts = 0, ...numbers] = row
  if (attempts === 0) return numbers.every((number) => number === 0)
  return attempts > 0 && cells.every((item) => isSoundItem(item, row, attempts))
}

/** Updates the row of an attempt's score. Validates first, so that an invalid attempt changes nothing. */
function change(fold: ItemFold, answers: readonly ItemAnswer[], by: 1 | -1): void {
  const cells = cellsOf(fold)
  if (answers.length !== cells.length) throw new RangeError(`${answers.length} answers of ${cells.length} items`)
  const given = cells.map((item, place) => {
    const answer = answers[place]
    return { item, answer, worth: worthOf(item, place, answer) }
  })
  const score = given.reduce((sum, { worth }) => sum + worth, 0)
  const before = fold.rows[score]
  const row = before?.slice() ?? new Array<number>(rowLength(cells)).fill(0)
  const add = (at: number, amount: number) => {
    row[at] = (row[at] ?? 0) + by * amount
  }
  add(0, 1)
  for (const { item, answer, worth } of given) {
    if (answer === undefined) continue
    if (item.seenAt !== null) add(item.seenAt, 1)
    if (answer === null) continue
    if (typeof answer !== 'number') {
      add(item.start + letters.indexOf(answer), 1)
      continue
    }
    add(item.start, 1)
    add(item.start + 1, worth === item.marks ? 1 : 0)
    add(item.start + 2, worth)
    add(item.start + 3, worth * worth)
  }
  if (by < 0 && !isSound(row, cells)) throw new RangeError('This attempt was not added')
  if (row[0] === 0) delete fold.rows[score]
  else fold.rows[score] = row
  if (!before && score < 0) fold.rows = inOrder(fold.rows)
}

export function rowLength(cells: readonly Cells[]): number {
  const last = cells.at(-1)
  return last ? (last.seenAt ?? last.end - 1) + 1 : 1
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
  const { rows: _, ...items } = a
  return { ...items, marks: [...a.marks], rows: inOrder(rows) }
}
