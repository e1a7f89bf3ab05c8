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

export const paperBodyOf = (fields: ShownFields | TypedFields): PaperBody =>
  hasKey(fields) ? splitFields(fields) : (bodyOf(fields) as PaperBody)

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
