import { folded } from './bank.rules.ts'
import type { BankQuestionForm } from './bank.schema.ts'
import type { TypedFields } from './questions.schema.ts'

/** The text by which the bank finds a question. */

type Gap = Extract<TypedFields, { type: 'gaps' }>['gaps'][number]
type Numeric = Extract<TypedFields, { type: 'numeric' }> | Extract<Gap, { kind: 'numeric' }>
type Texts = readonly (string | number | undefined)[]

const acceptedIn = ({ accepted }: { accepted: readonly { value: string }[] }) => accepted.map(({ value }) => value)
const numbersIn = ({ correctValue, range, unit }: Numeric) => [correctValue, range?.min, range?.max, unit]

function textsInGap(gap: Gap): Texts {
  if (gap.kind === 'text') return acceptedIn(gap)
  return gap.kind === 'numeric' ? numbersIn(gap) : Object.values(gap.options)
}

/** Options, parts and accepted answers: what authors typed, without letters, ids and settings. */
function typedTexts(fields: TypedFields): Texts {
  switch (fields.type) {
    case undefined:
    case 'single':
    case 'multiple':
      return Object.values(fields.options)
    case 'boolean':
      return []
    case 'numeric':
      return numbersIn(fields)
    case 'text':
      return acceptedIn(fields)
    case 'gaps':
      return fields.gaps.flatMap(textsInGap)
    case 'matching':
      return [...fields.pairs.flatMap(({ left, right }) => [left, right]), ...fields.distractors]
    case 'ordering':
      return fields.items
    case 'essay':
      return fields.rubric.flatMap(({ criterion, levels }) => [criterion, ...levels.map(({ label }) => label)])
  }
}

type SearchedFields = Pick<
  BankQuestionForm,
  'questionText' | 'passage' | 'explanation' | 'topic' | 'tags' | 'source' | 'notes'
>

/** A question's normalised text, and the normalised text of its other fields, one per line. */
export function searchTextOf(question: SearchedFields & TypedFields): { questionText: string; otherText: string } {
  const { questionText, passage, explanation, topic, tags, source, notes } = question
  const others = [...typedTexts(question), topic, ...tags, passage, explanation, source, notes]
  return {
    questionText: folded(questionText),
    otherText: others
      .map((text) => folded(String(text ?? '')))
      .filter(Boolean)
      .join('\n'),
  }
}
