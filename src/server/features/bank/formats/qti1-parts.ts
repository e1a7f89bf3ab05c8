import { compare, minus, plus, type Ratio, ratio, sumOf, times, zero } from '#shared/ratio.ts'
import { UnreadableItem } from './found.ts'
import { isNear, type Meaning, scoreLosses, unknownParts } from './qti1-choice.ts'
import type { Texts } from './qti1-material.ts'
import type { Response } from './qti1-presentation.ts'
import {
  checkEffort,
  type Given,
  responsesIn,
  rewards,
  type Scoring,
  scoreOf,
  type Test,
  type Value,
  valuesIn,
} from './qti1-scoring.ts'

/** Finds the key of QTI 1.2 items with several answers: matching, categories and ordering. */

export const maxParts = 50

const noKey = 'One of its parts has no right answer; add one and export it again'

/** The values of a test that asks for all of them together. */
function allIn(test: Test): Value[] | null {
  if (test.kind === 'equal') return [test]
  if (test.kind !== 'and') return null
  const values = test.tests.map(allIn)
  return values.some((some) => some === null) ? null : values.flatMap((some) => some ?? [])
}

/** The values of each response in a test that asks for one of them from every response. */
export function eachIn(test: Test): Map<string, string[]> | null {
  const parts = test.kind === 'and' ? test.tests : [test]
  const found = new Map<string, string[]>()
  for (const part of parts) {
    const values = part.kind === 'and' ? eachIn(part) : alternativesIn(part)
    if (!values || [...values.keys()].some((ident) => found.has(ident))) return null
    for (const [ident, some] of values) found.set(ident, some)
  }
  return found
}

function alternativesIn(test: Test): Map<string, string[]> | null {
  const values = test.kind === 'or' ? test.tests.map(allIn) : [allIn(test)]
  const all = values.flatMap((some) => (some?.length === 1 ? some : []))
  const [first] = all
  if (!first || all.length < values.length || all.some(({ response }) => response !== first.response)) return null
  return new Map([[first.response, all.map(({ value }) => value)]])
}

/** The marks that the values of each response earn. */
export interface PartScores {
  /** The score that each value adds, by response. */
  gains: ReadonlyMap<string, ReadonlyMap<string, Ratio>>
  losses: string[]
  /** The score of the right answer. */
  whole?: Ratio
}

/**
 * Scores each value of each response on its own.
 * @param candidates the possible values by response
 * @throws UnreadableItem if the marks of the parts do not add up to the marks of the whole
 */
export function scoreParts(
  scoring: Scoring,
  candidates: ReadonlyMap<string, readonly string[]>,
  what: string,
): PartScores {
  const count = [...candidates.values()].reduce((sum, { length }) => sum + length, 0)
  checkEffort(scoring, count + 2)
  const base = scoreOf(scoring, {})
  const gains = new Map(
    [...candidates].map(([ident, values]) => [
      ident,
      new Map(values.map((value) => [value, minus(scoreOf(scoring, { [ident]: [value] }), base)])),
    ]),
  )
  const isScored = (scores: ReadonlyMap<string, Ratio>) => [...scores.values()].some((gain) => compare(gain, zero) > 0)
  if (![...gains.values()].some(isScored)) return scoreTogether(scoring, candidates, what)
  if (![...gains.values()].every(isScored)) throw new UnreadableItem(noKey)
  const best = [...gains].map(([ident, scores]) => {
    const [value, gain] = [...scores].reduce((top, one) => (compare(one[1], top[1]) > 0 ? one : top))
    return { ident, value, gain }
  })
  const whole = scoreOf(scoring, Object.fromEntries(best.map(({ ident, value }) => [ident, [value]])))
  const sum = plus(base, sumOf(best.map(({ gain }) => gain)))
  if (!isNear(whole, sum, whole)) throw new UnreadableItem('The marks of its parts do not add up in its scoring')
  const equal = times(minus(whole, base), ratio(1, best.length))
  const isEqual = best.every(({ gain }) => isNear(gain, equal, whole))
  const hasCosts = [...gains.values()].some((scores) => [...scores.values()].some((gain) => compare(gain, zero) < 0))
  const hasPart = [...gains].some(([, scores]) => {
    const top = [...scores.values()].reduce((max, gain) => (compare(gain, max) > 0 ? gain : max))
    return [...scores.values()].some((gain) => compare(gain, zero) > 0 && !isNear(gain, top, whole))
  })
  if (scoring.countsOnly) return { gains, whole, losses: scoreLosses(scoring, whole, base) }
  return {
    gains,
    whole,
    losses: [
      ...scoreLosses(scoring, whole, base),
      ...(isEqual ? [] : [`Its ${what} earn different marks in the file, but equal shares here`]),
      ...(hasCosts ? ['Marks for wrong answers are not kept'] : []),
      ...(hasPart ? ['Part marks for some answers are not kept'] : []),
    ],
  }
}

/** Reads a scoring that gives marks only if everything is right. */
function scoreTogether(scoring: Scoring, candidates: ReadonlyMap<string, readonly string[]>, what: string): PartScores {
  const [condition, ...others] = rewards(scoring)
  const values = condition && others.length === 0 ? eachIn(condition.test) : null
  const given: Given = Object.fromEntries([...(values ?? [])].map(([ident, [first = '']]) => [ident, [first]]))
  const isWhole =
    values?.size === candidates.size && [...candidates.keys()].every((ident) => (given[ident]?.length ?? 0) > 0)
  const whole = scoreOf(scoring, given)
  if (!isWhole || compare(whole, zero) <= 0) throw new UnreadableItem(noKey)
  return {
    gains: new Map(
      [...candidates.keys()].map((ident) => [
        ident,
        new Map((values?.get(ident) ?? []).map((value) => [value, scoreOf(scoring, { ...given, [ident]: [value] })])),
      ]),
    ),
    whole,
    losses: [
      ...scoreLosses(scoring, whole, scoreOf(scoring, {})),
      ...(candidates.size > 1
        ? [`Marks are given only if all ${what} are right in the file; here each earns its share`]
        : []),
    ],
  }
}

/** The values that earn the most marks. */
export function rightIn({ gains }: PartScores, ident: string): string[] {
  const scores = [...(gains.get(ident) ?? [])]
  const top = scores.reduce((max, [, gain]) => (compare(gain, max) > 0 ? gain : max), zero)
  return compare(top, zero) > 0 ? scores.filter(([, gain]) => isNear(gain, top, top)).map(([value]) => value) : []
}

/** What the right answer earns. */
export const fullOf = ({ whole }: PartScores) => (whole ? { full: whole } : {})

const noImages = { withoutImages: 'parts to match or to order cannot have images' }

/** The text of a part. @throws UnreadableItem if it is empty or too long */
async function partText(texts: Texts, content: Response['prompt'], what: string): Promise<string> {
  const { text } = await texts.inline(content, noImages)
  if (text === '') throw new UnreadableItem(`${what} has no text; images alone cannot be used there`)
  if (text.length > 2_000) throw new UnreadableItem(`${what} is longer than 2,000 characters`)
  return text
}

const tooMany = (count: number, what: string) =>
  new UnreadableItem(`It has ${count} ${what}, but at most ${maxParts} are allowed`)

function uniqueTexts(parts: readonly string[], what: string) {
  if (new Set(parts).size < parts.length) throw new UnreadableItem(`Two of its ${what} have the same text`)
}

/** Reads one response per left side, with the right sides as options. */
export async function matchingKey(scoring: Scoring, responses: readonly Response[], texts: Texts): Promise<Meaning> {
  if (responses.length < 2) throw new UnreadableItem('It has fewer than two pairs')
  if (responses.length > maxParts) throw tooMany(responses.length, 'pairs')
  const idents = (response: Response) => response.labels.map(({ ident }) => ident)
  const scores = scoreParts(scoring, new Map(responses.map((one) => [one.ident, idents(one)])), 'pairs')
  // Each response names its labels on its own: A can be another text in the next one.
  const rights = new Map<Response, Map<string, string>>()
  const all = new Set<string>()
  for (const response of responses) {
    const own = new Map<string, string>()
    rights.set(response, own)
    if (new Set(idents(response)).size < response.labels.length)
      throw new UnreadableItem('Two of its options have the same identifier')
    for (const { ident, content } of response.labels) own.set(ident, await partText(texts, content, 'A right side'))
    for (const text of own.values()) all.add(text)
    if (all.size > 2 * maxParts) throw tooMany(all.size, 'right sides')
  }
  const rightOf = (response: Response, ident: string) => rights.get(response)?.get(ident) ?? ''
  const offered = responses.map((response) => new Set(response.labels.map(({ ident }) => rightOf(response, ident))))
  const isSame = offered.every(
    (some) => some.size === offered[0]?.size && [...some].every((one) => offered[0]?.has(one)),
  )
  const pairs: { left: string; right: string }[] = []
  for (const response of responses) {
    const right = new Set(rightIn(scores, response.ident).map((ident) => rightOf(response, ident)))
    if (right.size > 1) throw new UnreadableItem('One of its left sides has several right answers')
    const [text] = right
    if (text === undefined) throw new UnreadableItem(noKey)
    pairs.push({ left: await partText(texts, response.prompt, 'A left side'), right: text })
  }
  uniqueTexts(
    pairs.map(({ left }) => left),
    'left sides',
  )
  const used = new Set(pairs.map(({ right }) => right))
  const distractors = [...all].filter((text) => !used.has(text))
  const losses = isSame ? [] : ['Its parts have different options in the file, but all the same options here']
  return {
    label: '',
    fields: { type: 'matching', pairs, distractors },
    losses: [...scores.losses, ...losses],
    ...fullOf(scores),
  }
}

/** The right side of items that belong to no category. */
const noCategory = 'None of these'

/** Reads one response per category, with the items as options. */
export async function categoriesKey(scoring: Scoring, responses: readonly Response[], texts: Texts): Promise<Meaning> {
  const conditions = rewards(scoring)
  const categories = new Map<string, string>()
  for (const response of responses) {
    const own = conditions.filter(({ test }) => responsesIn(test).includes(response.ident))
    const values = own.flatMap(({ test }) => {
      const all = responsesIn(test).length === 1 ? allIn(test) : null
      if (!all) throw new UnreadableItem('Its scoring combines categories in a way that is not supported')
      return all
    })
    if (values.length === 0) throw new UnreadableItem('One of its categories has no items')
    const category = await partText(texts, response.prompt, 'A category')
    for (const { value } of values) {
      if (categories.has(value)) throw new UnreadableItem('One of its items belongs to several categories')
      categories.set(value, category)
    }
  }
  const items = new Map(responses.flatMap(({ labels }) => labels).map((label) => [label.ident, label]))
  if (items.size > maxParts) throw tooMany(items.size, 'items')
  const hasOther = [...items.keys()].some((ident) => !categories.has(ident))
  if (hasOther && [...categories.values()].some((name) => name.toLowerCase() === noCategory.toLowerCase()))
    throw new UnreadableItem(
      `One of its items belongs to no category, and a category is called “${noCategory}”; rename it`,
    )
  const pairs: { left: string; right: string }[] = []
  for (const [ident, { content }] of items)
    pairs.push({ left: await partText(texts, content, 'An item'), right: categories.get(ident) ?? noCategory })
  if (pairs.length < 2) throw new UnreadableItem('It has fewer than two items')
  uniqueTexts(
    pairs.map(({ left }) => left),
    'items',
  )
  return {
    label: '',
    fields: { type: 'matching', pairs },
    losses: [
      'Marks are given for whole categories in the file; here each item earns its share',
      ...(hasOther
        ? [`Items of no category stay unsorted in the file; here, students match them with “${noCategory}”`]
        : []),
      ...scoring.losses,
    ],
  }
}

/** Reads a response whose options must be put in order. */
export async function orderingKey(scoring: Scoring, response: Response, texts: Texts): Promise<Meaning> {
  const { labels } = response
  if (labels.length > maxParts) throw tooMany(labels.length, 'items')
  const conditions = rewards(scoring)
  if (conditions.length === 0) throw new UnreadableItem('It has no right order')
  const values = conditions.map(({ test }) => allIn(test))
  const all = values.flatMap((some) => some ?? [])
  const indexes = all.map(({ attributes }) => Number(attributes.index ?? Number.NaN))
  const isIndexed = indexes.every((index) => Number.isInteger(index)) && new Set(indexes).size === all.length
  const hasIndex = all.some(({ attributes }) => attributes.index !== undefined)
  const isWhole =
    values.every((some) => some !== null) &&
    all.length === labels.length &&
    new Set(all.map(({ value }) => value)).size === labels.length
  if (!isWhole || (hasIndex && !isIndexed) || (conditions.length > 1 && !isIndexed))
    throw new UnreadableItem('Its right order cannot be read: it must name each item once')
  const order = isIndexed
    ? [...all.keys()].sort((a, b) => (indexes[a] ?? 0) - (indexes[b] ?? 0)).map((at) => all[at])
    : all
  const items: string[] = []
  for (const value of order) {
    const label = labels.find(({ ident }) => ident === value?.value)
    items.push(await partText(texts, label?.content ?? [], 'An item'))
  }
  if (items.length < 2) throw new UnreadableItem('It has fewer than two items')
  uniqueTexts(items, 'items')
  const full = conditions.flatMap(({ changes }) => changes).reduce((sum, { value }) => plus(sum, value), zero)
  const loss = scoring.countsOnly
    ? unknownParts
    : conditions.length === 1
      ? 'Only the whole order earns marks in the file; here neighbouring items in order earn their share'
      : 'Each place earns marks in the file; here neighbouring items in order do'
  return { label: '', fields: { type: 'ordering', items }, losses: [loss, ...scoring.losses], full }
}

/** The texts that scoring compares a response with. */
export const valuesOf = (scoring: Scoring, ident: string): string[] => [
  ...new Set(
    rewards(scoring)
      .flatMap(({ test }) => valuesIn(test))
      .filter(({ response }) => response === ident)
      .map(({ value }) => value),
  ),
]
