import { type Letter, letters } from '../../bank/types/choice.rules.ts'

/**
 * A test's attempts, folded into integers: a histogram by score, with the answers to every question in each bar.
 * Integers add exactly, so the order of adding, removing and merging does not matter: the same attempts give identical
 * JSON.
 */

/** The question fields that folding needs. */
export interface FoldedItem {
  /** Null unless single choice. Coding and all other types have partial marks and no options to count. */
  correctAnswer: Letter | null
  /** Number of options, lettered from A; null unless single choice. */
  options: number | null
  marks: number
  /** Marks deducted for a wrong answer. Defaults to 0. */
  penalty?: number | undefined
  /** Units per hundredth of a mark in which answers are graded, such as 3 for thirds. Defaults to 1. */
  parts?: number | undefined
  /** Identifies the key of a question with neither options nor programs. */
  keyHash?: string | undefined
  /** True if only some students get it, because it is drawn from a pool. */
  isDrawn?: boolean | undefined
  /** True if an answer might not count, because only the best answers in its part count. */
  isOptional?: boolean | undefined
}

/**
 * The answer to one question: for single choice, the chosen option, with its marks if they were given by hand;
 * otherwise the marks. Null if unanswered, undefined if the student did not get the question.
 */
export type ItemAnswer = Letter | { option: Letter; marks: number } | number | null | undefined

export interface ItemFold {
  /** The correct option of every question; `-` if it is not single choice. */
  key: string
  /** Maximum marks of each question, in its unit: a hundredth of a mark divided by its entry in `parts`. */
  marks: number[]
  /** Count of numbers per question in a row. Omitted if all are four, as in folds that predate other question types. */
  sizes?: number[]
  /** The cost of a wrong answer to each question, in its unit. Omitted if all are 0. */
  penalties?: number[]
  /** Each question's `parts`. Omitted if all are 1. */
  parts?: number[]
  /** Each question's `keyHash`. Omitted if no question has one. */
  keyHashes?: (string | null)[]
  /** True for questions that only some students get; a row also counts how many. Omitted if there are none. */
  drawn?: boolean[]
  /** True for questions whose answers might not count. Omitted if all count. */
  optional?: boolean[]
  /**
   * One row per score (in hundredths of a mark): the number of attempts, then the numbers of each question. For single
   * choice, these are the counts per option (the rest skipped it). For other types and coding, they are the counts of
   * answers and of full marks, and the sums of the marks and of their squares, in the question's unit. If single choice
   * answers were marked by hand, the resulting differences follow: for each question, in the count of full marks and in
   * both sums, without trailing zeros. Read rows with `rowsOf`, because objects keep negative keys last. A row of 40
   * items is about 450 bytes of JSON, and an attempt changes one row.
   */
  rows: Record<number, number[]>
}

/** Numbers per question for all types except single choice, and for single choice with options A to D. */
const usualSize = 4
/** Numbers per question that manual marking adds to a row. */
export const givenSize = 3

/** Removes binary noise, so that a sum such as 0.125 rounds like the exact sum. */
const exact = (sum: number) => Number(sum.toPrecision(12))

/** Rounds negative marks like positive ones. Adding 0 turns -0 into 0. */
export const hundredthsOf = (marks: number) => Math.sign(marks) * Math.round(Math.abs(marks) * 100) + 0

export function emptyFold(items: readonly FoldedItem[]): ItemFold {
  const sizes = items.map(({ options }) => options ?? usualSize)
  const penalties = items.map(({ penalty = 0, parts = 1 }) => hundredthsOf(penalty * parts))
  const parts = items.map(({ parts = 1 }) => parts)
  const keyHashes = items.map(({ keyHash = null }) => keyHash)
  const drawn = items.map(({ isDrawn = false }) => isDrawn)
  const optional = items.map(({ isOptional = false }) => isOptional)
  return {
    key: items.map(({ correctAnswer }) => correctAnswer ?? '-').join(''),
    marks: items.map(({ marks, parts = 1 }) => hundredthsOf(marks * parts)),
    ...(sizes.some((size) => size !== usualSize) && { sizes }),
    ...(penalties.some((penalty) => penalty !== 0) && { penalties }),
    ...(parts.some((part) => part !== 1) && { parts }),
    ...(keyHashes.some((hash) => hash !== null) && { keyHashes }),
    ...(drawn.includes(true) && { drawn }),
    ...(optional.includes(true) && { optional }),
    rows: {},
  }
}

/** Serialises everything except the rows, for comparison. */
const itemsIn = ({ rows: _, ...items }: ItemFold) => JSON.stringify(items)

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
  /** In the question's unit, like `penalty`. */
  marks: number
  penalty: number
  parts: number
  /** First index of the question's numbers in a row; `end` is exclusive. */
  start: number
  end: number
  /** Index in a row of the count of students who got a drawn question; null if everyone got it. */
  seenAt: number | null
  /** Index in a row of the first number added by manual marking. */
  givenAt: number
}

export function cellsOf({ key, marks, sizes, penalties, parts, drawn }: ItemFold): Cells[] {
  let next = 1
  const cells = marks.map((most, place) => {
    const start = next
    const end = start + (sizes?.[place] ?? usualSize)
    const seenAt = drawn?.[place] ? end : null
    next = seenAt === null ? end : end + 1
    const letter = letters.find((known) => known === key[place]) ?? null
    return {
      key: letter,
      marks: most,
      penalty: penalties?.[place] ?? 0,
      parts: parts?.[place] ?? 1,
      ...{ start, end, seenAt },
    }
  })
  return cells.map((cell, place) => ({ ...cell, givenAt: next + place * givenSize }))
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

/** Marks of the chosen option, before any manual marking. */
const earnedBy = ({ key, marks, penalty }: Cells, option: Letter) => (option === key ? marks : 0 - penalty)

/**
 * The marks of an answer, in the question's unit. @throws RangeError for an answer of the wrong kind, or marks out of
 * bounds
 */
function worthOf(item: Cells, place: number, answer: ItemAnswer): number {
  const { key, marks, penalty, parts, start, end, seenAt } = item
  if (answer === undefined && seenAt === null) throw new RangeError(`Item ${place} has no answer`)
  if (answer === null || answer === undefined) return 0
  const [option, given] = chosenIn(answer)
  const isPossible = option === null ? key === null : key !== null && letters.indexOf(option) < end - start
  if (!isPossible) throw new RangeError(`Item ${place} cannot have the answer ${option ?? given}`)
  if (option !== null && given === null) return earnedBy(item, option)
  const worth = hundredthsOf((given ?? 0) * parts)
  // Written so that NaN fails too.
  if (!(worth >= -penalty && worth <= marks)) throw new RangeError(`Item ${place} cannot have ${given} marks`)
  return worth
}

/** The chosen option for single choice, and the marks unless the option determines them. */
function chosenIn(answer: NonNullable<ItemAnswer>): [option: Letter | null, marks: number | null] {
  if (typeof answer === 'number') return [null, answer]
  return typeof answer === 'string' ? [answer, null] : [answer.option, answer.marks]
}

/** Removes trailing zeros from the numbers added by manual marking, so that equal folds have identical JSON. */
function trimmed(row: number[], length: number): number[] {
  const last = row.findLastIndex((number) => number !== 0)
  return row.slice(0, Math.max(length, last + 1))
}

/**
 * Adds an attempt to a fold, in place. Its score is the sum of its answers' marks.
 *
 * @param answers one for each item, in the same order
 * @param counted the sum of the marks that count, if not all do
 * @throws RangeError if the answers do not fit these items; the fold is then unchanged
 */
export function addAttempt(fold: ItemFold, answers: readonly ItemAnswer[], counted?: number): void {
  const cells = cellsOf(fold)
  if (answers.length !== cells.length) throw new RangeError(`${answers.length} answers of ${cells.length} items`)
  const given = cells.map((item, place) => {
    const answer = answers[place]
    return { item, answer, worth: worthOf(item, place, answer) }
  })
  const sum = given.reduce((all, { item, worth }) => all + worth / item.parts, 0)
  const score = hundredthsOf(counted ?? exact(sum / 100))
  const before = fold.rows[score]
  const length = rowLength(cells)
  const row = before?.slice() ?? new Array<number>(length).fill(0)
  const add = (at: number, amount: number) => {
    while (row.length < at) row.push(0)
    row[at] = (row[at] ?? 0) + amount
  }
  add(0, 1)
  for (const { item, answer, worth } of given) {
    if (answer === undefined) continue
    if (item.seenAt !== null) add(item.seenAt, 1)
    if (answer === null) continue
    const [option] = chosenIn(answer)
    if (option !== null) {
      add(item.start + letters.indexOf(option), 1)
      const usual = earnedBy(item, option)
      if (worth === usual) continue
      add(item.givenAt, Number(worth === item.marks) - Number(usual === item.marks))
      add(item.givenAt + 1, worth - usual)
      add(item.givenAt + 2, worth * worth - usual * usual)
      continue
    }
    add(item.start, 1)
    add(item.start + 1, worth === item.marks ? 1 : 0)
    add(item.start + 2, worth)
    add(item.start + 3, worth * worth)
  }
  fold.rows[score] = trimmed(row, length)
  if (!before && score < 0) fold.rows = inOrder(fold.rows)
}

export function rowLength(cells: readonly Cells[]): number {
  const last = cells.at(-1)
  return last ? (last.seenAt ?? last.end - 1) + 1 : 1
}

const summed = (a: readonly number[], b: readonly number[]) =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0))

/** Merges two folds into a new one. @throws RangeError if their items differ */
export function mergeFolds(a: ItemFold, b: ItemFold): ItemFold {
  if (!sameItems(a, b)) throw new RangeError('These are folds of other items')
  const rows: ItemFold['rows'] = {}
  const length = rowLength(cellsOf(a))
  for (const [score, row] of [...Object.entries(a.rows), ...Object.entries(b.rows)]) {
    const before = rows[Number(score)]
    // Shared with the other fold, which is safe because rows are replaced, never changed.
    rows[Number(score)] = before ? trimmed(summed(before, row), length) : row
  }
  const { rows: _, ...items } = a
  return { ...items, marks: [...a.marks], rows: inOrder(rows) }
}
