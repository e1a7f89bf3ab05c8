import type { KeyedBody, QuestionBody, QuestionTypeName } from './question-types.rules.ts'
import type { ShownFields, TypedFields } from './questions.schema.ts'
import type { MatchingKey, Part } from './types/arranging.rules.ts'
import type { Gap, GapKey } from './types/gaps.rules.ts'
import type { NumericKey } from './types/numeric.rules.ts'
import type { TextKey } from './types/text.rules.ts'

/** FNV-1a with the finalizer of MurmurHash3, 32 bits. Without it, "Step 1" to "Step 4" would keep their order. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Assigns ids and an order to texts. Both depend only on the set of texts, so they do not reveal which ones belong
 * together and do not change with the key.
 */
const partsOf = (texts: readonly string[]): Part[] =>
  [...new Set(texts)]
    .map((text) => ({ text, hash: hashOf(text) }))
    .sort((a, b) => a.hash - b.hash || (a.text < b.text ? -1 : 1))
    .map(({ text }, place) => ({ id: String(place + 1), text }))

const idOf = (parts: readonly Part[], text: string) => parts.find((part) => part.text === text)?.id ?? ''
const textOf = (parts: readonly Part[], id: string | undefined) => parts.find((part) => part.id === id)?.text ?? ''

/** The right parts that belong to no left part. */
function distractorsIn(right: readonly Part[], pairs: MatchingKey['pairs']): Part[] {
  const used = new Set(Object.values(pairs))
  return right.filter(({ id }) => !used.has(id))
}

/** The ids of parts in the author's order, as a field of the key; nothing if that is their own order. */
function ownOrder(field: 'order' | 'distractors', parts: readonly Part[], texts: readonly string[]) {
  const ids = [...new Set(texts)].flatMap((text) => parts.find((part) => part.text === text)?.id ?? [])
  return ids.every((id, place) => parts[place]?.id === id) ? {} : { [field]: ids }
}

const inOrder = (parts: readonly Part[], ids: readonly string[] | undefined): readonly Part[] =>
  ids ? ids.flatMap((id) => parts.find((part) => part.id === id) ?? []) : parts

// Lists the fields explicitly, because a question also has fields that do not depend on its type.
const numericKey = ({ correctValue, tolerance, toleranceKind, range, significantDigits }: NumericKey): NumericKey => ({
  ...(correctValue === undefined ? {} : { correctValue }),
  ...(tolerance === undefined ? {} : { tolerance }),
  ...(toleranceKind === undefined ? {} : { toleranceKind }),
  ...(range === undefined ? {} : { range }),
  ...(significantDigits === undefined ? {} : { significantDigits }),
})
const textKey = ({ accepted, caseSensitive, ignoreAccents, regex }: TextKey): TextKey => ({
  accepted,
  caseSensitive,
  ignoreAccents,
  regex,
})

type GapFields = Extract<TypedFields, { type: 'gaps' }>['gaps'][number]

function splitGap(gap: GapFields): { body: Gap; key: GapKey } {
  const { kind } = gap
  if (kind === 'text') return { body: { kind }, key: { kind, ...textKey(gap) } }
  if (kind === 'numeric') return { body: { kind, unit: gap.unit ?? null }, key: { kind, ...numericKey(gap) } }
  return { body: { kind, options: gap.options }, key: { kind, correctAnswer: gap.correctAnswer } }
}

const joinGap = (body: Gap, key: GapKey): GapFields =>
  body.kind === 'numeric'
    ? ({ ...key, ...(body.unit ? { unit: body.unit } : {}) } as GapFields)
    : ({ ...body, ...key } as GapFields)

/** Splits fields into the body, shown to students, and the key. Ignores the fields common to all questions. */
export function splitFields(fields: TypedFields): KeyedBody {
  switch (fields.type) {
    case undefined:
    case 'single': {
      const { options, optionImages, correctAnswer, alternatives } = fields
      const key = { correctAnswer, ...(alternatives && { alternatives }) }
      return { type: 'single', body: { options, optionImages }, key }
    }
    case 'multiple': {
      const { type, options, optionImages, correctAnswers, scoring } = fields
      return { type, body: { options, optionImages }, key: { correctAnswers, scoring } }
    }
    case 'boolean':
      return { type: fields.type, body: {}, key: { correctAnswer: fields.correctAnswer } }
    case 'numeric':
      return { type: fields.type, body: { unit: fields.unit ?? null }, key: numericKey(fields) }
    case 'text':
      return { type: fields.type, body: {}, key: textKey(fields) }
    case 'gaps': {
      const split = fields.gaps.map(splitGap)
      return {
        type: fields.type,
        body: { gaps: split.map(({ body }) => body) },
        key: { gaps: split.map(({ key }) => key) },
      }
    }
    case 'matching': {
      const left = partsOf(fields.pairs.map((pair) => pair.left))
      const right = partsOf([...fields.pairs.map((pair) => pair.right), ...fields.distractors])
      const pairs = Object.fromEntries(fields.pairs.map((pair) => [idOf(left, pair.left), idOf(right, pair.right)]))
      const order = {
        ...ownOrder(
          'order',
          left,
          fields.pairs.map((pair) => pair.left),
        ),
        ...ownOrder('distractors', distractorsIn(right, pairs), fields.distractors),
      }
      return { type: fields.type, body: { left, right }, key: { pairs, ...order } }
    }
    case 'ordering': {
      const items = partsOf(fields.items)
      return { type: fields.type, body: { items }, key: { order: fields.items.map((text) => idOf(items, text)) } }
    }
    case 'essay': {
      const { type, rubric, minWords, maxWords, allowFiles } = fields
      const limits = { minWords: minWords ?? null, maxWords: maxWords ?? null }
      return { type, body: { ...limits, ...(allowFiles && { allowFiles }) }, key: { rubric } }
    }
  }
}

/** Requests and responses omit the type of single choice, as they did before other types existed. */
const typeTag = (type: QuestionTypeName) => (type === 'single' ? {} : { type })

/** The fields shown to students. */
export const shownFieldsOf = ({ type, body }: QuestionBody) =>
  ({ ...typeTag(type), ...(body as object) }) as ShownFields

/** The type and body of a question as shown to students. */
export const bodyOf = (question: ShownFields) => ({ type: question.type ?? 'single', body: question }) as QuestionBody

/** The part of the key that determines marks. The author's order of pairs does not. */
export const gradedKey = (question: KeyedBody): KeyedBody['key'] =>
  question.type === 'matching' ? { pairs: question.key.pairs } : question.key

/** Restores the author's fields of a stored question. The inverse of `splitFields`. */
export function joinFields(question: KeyedBody): TypedFields {
  switch (question.type) {
    case 'gaps':
      return {
        type: question.type,
        gaps: question.body.gaps.flatMap((gap, place) => {
          const key = question.key.gaps[place]
          return key ? [joinGap(gap, key)] : []
        }),
      }
    case 'numeric': {
      const { unit } = question.body
      return { type: question.type, ...question.key, ...(unit ? { unit } : {}) } as TypedFields
    }
    case 'matching': {
      const { left, right } = question.body
      const { pairs, order, distractors } = question.key
      return {
        type: question.type,
        pairs: inOrder(left, order).map(({ id, text }) => ({ left: text, right: textOf(right, pairs[id]) })),
        distractors: inOrder(distractorsIn(right, pairs), distractors).map(({ text }) => text),
      }
    }
    case 'ordering': {
      const { items } = question.body
      return { type: question.type, items: question.key.order.map((id) => textOf(items, id)) }
    }
    default:
      return { ...typeTag(question.type), ...(question.body as object), ...question.key } as TypedFields
  }
}

/** The regular expressions in a question, with the paths of their fields. */
export function patternsIn(fields: TypedFields): { path: string; pattern: string }[] {
  const texts =
    fields.type === 'text'
      ? [{ path: 'accepted', key: fields }]
      : fields.type === 'gaps'
        ? fields.gaps.flatMap((gap, place) =>
            gap.kind === 'text' ? [{ path: `gaps.${place}.accepted`, key: gap }] : [],
          )
        : []
  return texts
    .filter(({ key }) => key.regex)
    .flatMap(({ path, key }) =>
      key.accepted.map(({ value }, place) => ({ path: `${path}.${place}.value`, pattern: value })),
    )
}
