import { type Letter, letters, type Scoring, scorings } from '#shared/bank/types/choice.rules.ts'
import { compare, larger, minus, type Ratio, ratio, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import type { Processing } from './qti-processing.ts'
import type { Declared, Value } from './qti-values.ts'
import { noKey, type Worth } from './qti-worth.ts'

/** Finds the right options of a QTI item by scoring every choice. */

/** One meaning of the answers. The options are added later. */
export interface ChoiceKey extends Worth {
  label: string
  fields:
    | { type: 'single'; correctAnswer: Letter; alternatives?: Letter[] }
    | { type: 'multiple'; correctAnswers: Letter[]; scoring: Scoring }
  losses: string[]
}

const maxOptions = letters.length

export interface Choice {
  declared: Declared
  /** Identifiers of the options, in order. */
  options: readonly string[]
  /** 0 for any number. */
  maxChoices: number
}

const letterAt = (place: number) => letters[place] as Letter
const areCorrect = (all: readonly Letter[]) =>
  all.length === 1
    ? `Option ${all[0]} is correct`
    : `Options ${all.slice(0, -1).join(', ')} and ${all.at(-1)} are correct`

/** The places in a set of options, given as bits. */
const placesIn = (set: number) =>
  Array.from({ length: maxOptions }, (_, place) => place).filter((place) => set & (1 << place))

const isEqual = (one: Ratio, other: Ratio) => compare(one, other) === 0

type Score = (places: readonly number[], scale?: number) => Ratio

function scoreOf(processing: Processing, { declared, options }: Choice): Score {
  const { identifier, cardinality } = declared
  return (places, scale) => {
    const items = places.map((place) => options[place] ?? '')
    const value: Value | null =
      items.length === 0 ? null : { cardinality: cardinality === 'single' ? 'single' : 'multiple', items }
    return processing.score(new Map([[identifier, value]]), scale)
  }
}

const isScaled = (score: Score, right: readonly number[], wrong: readonly number[]) =>
  [right, wrong].every((places) => isEqual(score(places, 2), times(ratio(2), score(places))))

function singleKeys(score: Score, count: number): ChoiceKey[] {
  const places = Array.from({ length: count }, (_, place) => place)
  const scores = places.map((place) => score([place]))
  const max = scores.reduce(larger, zero)
  const isRight = (place: number) => isEqual(scores[place] ?? zero, max)
  const right = places.filter(isRight)
  const [first = 0, ...others] = right
  const losses: string[] = []
  const partial = places.filter((place) => !isRight(place) && compare(scores[place] ?? zero, zero) > 0)
  for (const place of partial) losses.push(`The part of the marks for option ${letterAt(place)} is not kept`)
  const wrong = places.filter((place) => !isRight(place) && !partial.includes(place))
  // Options that earn partial marks count as wrong.
  const costs = wrong.filter(
    (place, at) => wrong.findIndex((one) => isEqual(scores[one] ?? zero, scores[place] ?? zero)) === at,
  )
  const none = score([])
  const key = (label: string, least: Ratio, places_: readonly number[], more: readonly string[] = []): ChoiceKey => ({
    label,
    fields: {
      type: 'single',
      correctAnswer: letterAt(first),
      ...(others.length > 0 && { alternatives: others.map(letterAt) }),
    },
    max,
    wrong: least,
    none,
    isScaled: compare(least, zero) < 0 && isScaled(score, [first], places_),
    losses: [...losses, ...more],
  })
  const [only] = costs
  if (costs.length <= 1)
    return [key(areCorrect(right.map(letterAt)), only === undefined ? zero : (scores[only] ?? zero), wrong.slice(0, 1))]
  return costs.map((place) => {
    const cost = minus(zero, scores[place] ?? zero)
    const amount = Number((Number(cost.n) / Number(cost.d)).toPrecision(6))
    return key(
      amount === 0 ? 'Wrong options cost nothing' : `Each wrong option costs ${amount}`,
      scores[place] ?? zero,
      [place],
      ['Wrong options cost different marks in the file'],
    )
  })
}

/** The share that our grading gives; null for the penalty. */
function ourShare(
  scoring: Scoring,
  rightChosen: number,
  wrongChosen: number,
  right: number,
  wrong: number,
): Ratio | null {
  if (scoring === 'all') return rightChosen === right && wrongChosen === 0 ? ratio(1) : null
  if (scoring === 'partial') return wrongChosen > 0 || rightChosen === 0 ? null : ratio(rightChosen, right)
  return larger(zero, minus(ratio(rightChosen, right), wrongChosen > 0 ? ratio(wrongChosen, wrong) : zero))
}

const scoringLabels: Record<Scoring, string> = {
  all: 'Only exactly the right options earn marks',
  partial: 'Each right option earns its share, and a wrong one makes the answer wrong',
  each: 'Each right option earns its share, and each wrong one costs its share',
}

function multipleKeys(score: Score, { declared, options, maxChoices }: Choice): ChoiceKey[] {
  const count = options.length
  const limit = maxChoices === 0 ? count : maxChoices
  const sets = Array.from({ length: 2 ** count - 1 }, (_, at) => at + 1).filter((set) => placesIn(set).length <= limit)
  const scores = new Map(sets.map((set) => [set, score(placesIn(set))]))
  const scored = (set: number) => scores.get(set) ?? zero
  const max = sets.map(scored).reduce(larger, zero)
  const best = sets.filter((set) => isEqual(scored(set), max))
  const sizes = best.map((set) => placesIn(set).length)
  const smallest = best.filter((_, at) => sizes[at] === Math.min(...sizes))
  const given = (declared.correct?.items ?? []).reduce<number>((set, item) => {
    const place = options.indexOf(String(item))
    return place < 0 ? set : set | (1 << place)
  }, 0)
  const right = best.includes(given) ? given : smallest.length === 1 ? smallest[0] : undefined
  if (right === undefined || compare(max, zero) <= 0)
    throw new UnreadableItem(
      compare(max, zero) <= 0 ? noKey : 'Different sets of options earn full marks, which is not supported',
    )
  const correctAnswers = placesIn(right).map(letterAt)
  const wrongCount = count - correctAnswers.length
  const none = score([])
  const losses = limit < count ? [`The limit of ${limit} ${limit === 1 ? 'choice' : 'choices'} is not kept`] : []
  const counted = sets.map((set) => {
    const rightChosen = placesIn(set & right).length
    return { set, rightChosen, wrongChosen: placesIn(set).length - rightChosen }
  })
  const key = (scoring: Scoring, wrong: Ratio, wrongSet: number, more: readonly string[] = []): ChoiceKey => ({
    label: more.length > 0 ? scoringLabels[scoring] : areCorrect(correctAnswers),
    fields: { type: 'multiple', correctAnswers, scoring },
    max,
    wrong,
    none,
    isScaled: compare(wrong, zero) < 0 && isScaled(score, placesIn(right), placesIn(wrongSet)),
    losses: [...losses, ...more],
  })
  for (const scoring of scorings) {
    const shares = counted.map(({ set, rightChosen, wrongChosen }) => ({
      set,
      share: ourShare(scoring, rightChosen, wrongChosen, correctAnswers.length, wrongCount),
    }))
    const wrong = shares.find(({ share }) => share === null)?.set
    const least = wrong === undefined ? zero : scored(wrong)
    const fits = shares.every(({ set, share }) => {
      const ours = share ? times(max, share) : least
      const away = minus(scored(set), ours)
      return compare(times(ratio(500), away), max) <= 0 && compare(times(ratio(-500), away), max) <= 0
    })
    if (fits && compare(least, zero) <= 0) return [key(scoring, least, wrong ?? 0)]
  }
  return scorings.map((scoring) => key(scoring, zero, 0, ['Partly right answers earn other marks in the file']))
}

/** The meanings of the answers of a choice. @throws UnreadableItem */
export function choiceKeys(processing: Processing, choice: Choice): ChoiceKey[] {
  const { declared, options, maxChoices } = choice
  if (options.length < 2) throw new UnreadableItem('It has fewer than 2 options')
  if (options.length > maxOptions)
    throw new UnreadableItem(`It has ${options.length} options, but at most ${maxOptions} are allowed`)
  if (new Set(options).size < options.length) throw new UnreadableItem('Two of its options have the same identifier')
  const { cardinality, correct } = declared
  if (cardinality !== 'single' && cardinality !== 'multiple')
    throw new UnreadableItem(`A choice with an answer of the kind “${cardinality}” cannot be imported`)
  const unknown = correct?.items.find((item) => !options.includes(String(item)))
  if (unknown !== undefined) throw new UnreadableItem(`Its correct response “${unknown}” is not one of its options`)
  const score = scoreOf(processing, choice)
  return cardinality === 'single' || maxChoices === 1 ? singleKeys(score, options.length) : multipleKeys(score, choice)
}
