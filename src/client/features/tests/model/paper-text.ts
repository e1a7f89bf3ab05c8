import { bodyOf, splitFields } from '#shared/bank/question-parts.rules.ts'
import type { KeyedBody, QuestionBody } from '#shared/bank/question-types.rules.ts'
import type { ShownFields, TypedFields } from '#shared/bank/questions.schema.ts'
import { gapMarker } from '#shared/bank/types/gaps.rules.ts'
import type { NumericKey } from '#shared/bank/types/numeric.rules.ts'

/** A question's text as students read it: gap markers such as {{1}} become [1]. */
export const paperText = (type: QuestionBody['type'] | undefined, text: string) =>
  type === 'gaps' ? text.replace(gapMarker, '[$1]') : text

/** The type and body of a question, and its key if the fields include it. */
export type PaperBody = KeyedBody | (QuestionBody & { key?: undefined })

const hasValue = ({ correctValue, range }: NumericKey) => correctValue !== undefined || range !== undefined

/** True for an author's fields with a key. A question still being written may not have one yet. */
function hasKey(fields: ShownFields | TypedFields): fields is TypedFields {
  switch (fields.type) {
    case 'multiple':
      return 'correctAnswers' in fields
    case 'numeric':
      return hasValue(fields as NumericKey)
    case 'text':
      return 'accepted' in fields
    case 'gaps':
      return (
        fields.gaps.length > 0 &&
        fields.gaps.every((gap) => 'accepted' in gap || 'correctAnswer' in gap || hasValue(gap as NumericKey))
      )
    case 'matching':
      return 'pairs' in fields
    case 'ordering':
      return fields.items.some((item) => typeof item === 'string')
    case 'essay':
      return 'rubric' in fields
    default:
      return 'correctAnswer' in fields && fields.correctAnswer !== undefined
  }
}

/** Sorts parts by their texts. */
const inOrderOf = <P extends { text: string }>(parts: readonly P[], shown: readonly { text: string }[]): P[] =>
  shown.flatMap(({ text }) => parts.find((part) => part.text === text) ?? [])

/** Puts the parts of a question with its key into the order of a student's paper. */
function asShown(question: KeyedBody, shown: ShownFields): KeyedBody {
  if (question.type === 'gaps' && shown.type === 'gaps') {
    const gaps = question.body.gaps.map((gap, place) => {
      const seen = shown.gaps[place]
      return gap.kind === 'choice' && seen?.kind === 'choice' ? { ...gap, order: seen.order } : gap
    })
    return { ...question, body: { gaps } }
  }
  if (question.type === 'matching' && shown.type === 'matching') {
    const { left, right } = question.body
    return { ...question, body: { left: inOrderOf(left, shown.left), right: inOrderOf(right, shown.right) } }
  }
  if (question.type === 'ordering' && shown.type === 'ordering')
    return { ...question, body: { items: inOrderOf(question.body.items, shown.items) } }
  return question
}

/** @param shown the question as a student saw it, which determines the order of its parts */
export function paperBodyOf(fields: ShownFields | TypedFields, shown?: ShownFields): PaperBody {
  if (!hasKey(fields)) return bodyOf(fields) as PaperBody
  const split = splitFields(fields)
  return shown ? asShown(split, shown) : split
}

/** Describes the allowed parts of an essay in one sentence. */
export function essayHint(body: {
  minWords: number | null
  maxWords: number | null
  allowFiles?: boolean | undefined
}) {
  return ['An essay', wordLimitText(body), body.allowFiles && 'Files may be attached'].filter(Boolean).join('. ')
}

/** `100 to 200 words`, or null without a limit. */
export function wordLimitText({ minWords, maxWords }: { minWords: number | null; maxWords: number | null }) {
  if (minWords && maxWords) return `${minWords} to ${maxWords} words`
  if (minWords) return `At least ${minWords} words`
  return maxWords ? `At most ${maxWords} words` : null
}
