import { absolute, compare, exactNumber, minus, plus, type Ratio, ratio, times, toNumber, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import type { Scalar } from './qti-values.ts'

/** Marks and shares that the answers of a QTI item earn. */

/** The scores of the answers that determine marks and penalty. */
export interface Worth {
  max: Ratio
  /** The score of a wrong answer, at most 0. */
  wrong: Ratio
  /** The score without an answer. */
  none: Ratio
  /** True if the penalty is a fraction of MAXSCORE. */
  isScaled: boolean
}

/** True for numbers that differ only because shares such as 1/3 were rounded. */
const isNear = (one: Ratio, other: Ratio, max: Ratio) =>
  compare(times(absolute(minus(one, other)), ratio(500)), absolute(max)) <= 0

const shown = (value: Ratio) => String(Number(toNumber(value).toPrecision(6)))
const markWord = (value: Ratio) => `${shown(value)} ${value.n === 1n && value.d === 1n ? 'mark' : 'marks'}`

/** The score as marks with two decimals if our marks allow it; null otherwise. */
function marksOf(max: Ratio): number | null {
  const marks = Math.round(toNumber(max) * 100) / 100
  return marks >= 1 && marks <= 10 && isNear(ratio(Math.round(marks * 100), 100), max, max) ? marks : null
}

export const noKey = 'No answer earns more marks than another. Add its scoring or a correct response'

/**
 * The marks and the penalty of a question, with their losses.
 * @param declared the marks that the item says it is worth
 * @param floor the marks that an empty answer earns; the scores are counted from there
 * @throws UnreadableItem if no answer earns marks
 */
export function worthOf({ max: above, wrong, none, isScaled }: Worth, declared: Ratio | null, floor: Ratio) {
  if (compare(above, zero) <= 0) throw new UnreadableItem(noKey)
  if (floor.n > 0n && compare(wrong, zero) < 0)
    throw new UnreadableItem('It gives more marks for an empty answer than for a wrong one, which is not supported')
  if (compare(wrong, zero) > 0) throw new UnreadableItem('It gives marks for wrong answers, which is not supported')
  const max = plus(above, floor)
  const losses: string[] = []
  if (floor.n > 0n)
    losses.push(`In the file, an empty answer earns ${markWord(floor)}, and a wrong one may; here, both earn nothing`)
  if (compare(none, zero) < 0) losses.push('No marks are deducted for a missing answer')
  const marks = marksOf(max)
  if (marks === null) losses.push(`Its ${markWord(max)} are not kept; it is worth 1 mark`)
  else if (declared && !isNear(declared, max, max))
    losses.push(`The file says ${markWord(declared)}, but its right answer earns ${markWord(max)}`)
  const cost = minus(zero, wrong)
  const share = ratio(cost.n * max.d, cost.d * max.n)
  const amount = exactNumber(cost)
  let penalty: number | string | undefined
  if (cost.n !== 0n) {
    const fraction = share.d === 1n ? String(share.n) : `${share.n}/${share.d}`
    const fits = compare(share, ratio(1)) <= 0 && fraction.length <= 20
    if (marks !== null && amount !== null && amount <= 100 && !isScaled) penalty = amount
    else if (fits) penalty = fraction
    else losses.push(`The ${markWord(cost)} that a wrong answer costs are not kept`)
  }
  return { fields: { ...(marks !== null && { marks }), ...(penalty !== undefined && { penalty }) }, losses }
}

/** A part of a question with its own right answer: a gap, or the left side of a pair. */
export interface Slot {
  /** As the subject of a sentence: `Gap 2`. */
  name: string
  candidates: readonly Scalar[]
  correct: Scalar | null
}
export type Assignment = readonly (Scalar | null)[]

export interface Solved extends Worth {
  right: Scalar[]
  /** The share of its slot that an answer earns; 0 or less for a wrong one. */
  share: (slot: number, answer: Scalar) => Ratio
  losses: string[]
}

/** Finds the answers that earn the most marks, improving one slot after another. */
function best(slots: readonly Slot[], score: (given: Assignment) => Ratio) {
  const right = slots.map(({ correct, candidates }) => correct ?? candidates[0] ?? null)
  let max = score(right)
  for (const [at, { candidates }] of slots.entries()) {
    for (const candidate of candidates) {
      const found = score(right.with(at, candidate))
      if (compare(found, max) <= 0) continue
      max = found
      right[at] = candidate
    }
  }
  return { right, max }
}

const times2 = ratio(2)

/** True if two right answers can be exchanged, although each of them is wrong in the other's place. */
function hasSwap(right: Assignment, max: Ratio, score: (given: Assignment) => Ratio): boolean {
  const isFull = (given: Assignment) => compare(score(given), max) === 0
  return right.some((one, at) =>
    right.slice(at + 1).some((other, away) => {
      const place = at + 1 + away
      if (typeof one !== 'string' || typeof other !== 'string' || one === other) return false
      if (!isFull(right.with(at, other).with(place, one))) return false
      return !isFull(right.with(at, other)) && !isFull(right.with(place, one))
    }),
  )
}

/**
 * Finds the right answers of a question with several slots, and compares its marks with ours, in which each slot earns
 * an equal share.
 * @param noun of a slot, such as `gap`
 * @throws UnreadableItem
 */
export function solve(
  slots: readonly Slot[],
  score: (given: Assignment, scale?: number) => Ratio,
  noun: string,
): Solved {
  const { right, max } = best(slots, score)
  const nothing: Assignment = slots.map(() => null)
  const none = score(nothing)
  if (compare(max, none) <= 0 || compare(max, zero) <= 0) throw new UnreadableItem(noKey)
  const losses: string[] = []
  const earned = slots.map(({ candidates }, at) =>
    candidates.map((candidate) => ({ candidate, score: score(right.with(at, candidate)) })),
  )
  const without = slots.map(({ name }, at) => {
    const found = score(right.with(at, null))
    if (compare(found, max) >= 0) throw new UnreadableItem(`${name} earns no marks in its scoring`)
    return found
  })
  const wrong = earned.map((all, at) => {
    const low = all.filter((one) => compare(one.score, without[at] ?? zero) <= 0)
    if (low.some((one) => !isNear(one.score, low[0]?.score ?? zero, max)))
      losses.push('Wrong answers cost different marks in the file')
    return low.at(-1)?.candidate ?? null
  })
  const count = slots.length
  const worst = score(wrong)
  const upTo = (right_: number, rest: Assignment) => slots.map((_, at) => (at < right_ ? right[at] : rest[at]) ?? null)
  const only = (place: number, rest: Assignment) => slots.map((_, at) => (at === place ? right[at] : rest[at]) ?? null)
  const cases = (rest: Assignment, least: Ratio) =>
    slots.flatMap((_, at) => [
      { found: score(upTo(at, rest)), ours: at === 0 ? least : times(max, ratio(at, count)), rightOnes: at },
      { found: score(only(at, rest)), ours: times(max, ratio(1, count)), rightOnes: 1 },
      {
        found: score(right.with(at, rest[at] ?? null)),
        ours: count === 1 ? least : times(max, ratio(count - 1, count)),
        rightOnes: count - 1,
      },
    ])
  const all = [...cases(wrong, worst), ...cases(nothing, none)]
  if (!all.every(({ found, ours }) => isNear(found, ours, max))) {
    const isAll = all.every(({ found, rightOnes }) => rightOnes === count || compare(found, zero) <= 0)
    losses.push(
      isAll
        ? `In the file, only a complete answer earns marks; here, each ${noun} earns its share`
        : `Partly right answers earn other marks in the file; here, each ${noun} earns an equal share`,
    )
  }
  const share = (slot: number, answer: Scalar) => {
    const base = without[slot] ?? zero
    const found = earned[slot]?.find(({ candidate }) => candidate === answer)?.score ?? base
    const whole = minus(max, base)
    const gained = minus(found, base)
    return ratio(gained.n * whole.d, gained.d * whole.n)
  }
  if (hasSwap(right, max, score))
    throw new UnreadableItem(`Its ${noun}s can be answered in any order, which is not supported`)
  const isScaled =
    compare(worst, zero) < 0 &&
    compare(score(wrong, 2), times(worst, times2)) === 0 &&
    compare(score(right, 2), times(max, times2)) === 0
  return { right: right.filter((one) => one !== null), max, wrong: worst, none, share, losses, isScaled }
}
