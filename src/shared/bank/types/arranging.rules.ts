import { ratio } from '../../ratio.ts'
import { byShare, isRecord, isSubset, partly, type QuestionType } from './question-type.rules.ts'

/** Questions that ask students to match parts or put them in order. */

export interface Part {
  id: string
  text: string
}

const textOf = (parts: readonly Part[], id: string | undefined) => parts.find((part) => part.id === id)?.text ?? '–'
const idsOf = (parts: readonly Part[]) => parts.map(({ id }) => id)

export interface MatchingBody {
  left: readonly Part[]
  right: readonly Part[]
}
/** Maps each left part to its right part. */
type Pairs = Readonly<Record<string, string>>

export interface MatchingKey {
  pairs: Pairs
  /** The author's order of the left parts; missing if it is the order of the body. */
  order?: readonly string[]
  /** The author's order of the right parts without a pair; missing if it is the order of the body. */
  distractors?: readonly string[]
}

const showPairs = ({ left, right }: MatchingBody, pairs: Pairs) =>
  left.map(({ id, text }) => `${text} → ${textOf(right, pairs[id])}`).join('; ')

export const matching: QuestionType<MatchingBody, MatchingKey, Pairs> = {
  expects: 'an object with ids of “left” as keys and ids of “right” as values',
  isAnswer: ({ left, right }, value): value is Pairs =>
    isRecord(value) &&
    Object.entries(value).every(
      ([from, to]) => idsOf(left).includes(from) && typeof to === 'string' && idsOf(right).includes(to),
    ),
  isEmpty: (value) => Object.keys(value).length === 0,
  // Each pair is worth an equal share.
  grade: ({ left }, { pairs }, value) =>
    partly(left.filter(({ id }) => value[id] !== undefined && value[id] === pairs[id]).length, left.length),
  steps: ({ left }) => left.length,
  show: showPairs,
  showKey: (body, { pairs }) => showPairs(body, pairs),
}

export interface OrderingBody {
  items: readonly Part[]
}

/** The share of adjacent items in the right order. All are right only if the whole order is. */
function orderShare(right: readonly string[], value: readonly string[]) {
  const place = new Map(right.map((id, at) => [id, at]))
  const inOrder = value.filter(
    (id, at) => at > 0 && (place.get(value[at - 1] ?? '') ?? 0) < (place.get(id) ?? 0),
  ).length
  return ratio(inOrder, Math.max(1, right.length - 1))
}

export const ordering: QuestionType<OrderingBody, { order: readonly string[] }, string[]> = {
  expects: 'a list of the ids of all items',
  isAnswer: ({ items }, value): value is string[] =>
    isSubset(value, idsOf(items)) && (value.length === 0 || value.length === items.length),
  isEmpty: (value) => value.length === 0,
  grade: (_, { order }, value) => byShare(orderShare(order, value)),
  steps: ({ items }) => Math.max(1, items.length - 1),
  show: ({ items }, value) => value.map((id) => textOf(items, id)).join(' → '),
  showKey: ({ items }, { order }) => order.map((id) => textOf(items, id)).join(' → '),
}
