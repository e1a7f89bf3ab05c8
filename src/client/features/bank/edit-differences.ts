import type { z } from 'zod'
import { namesOf } from '#client/features/tests/model/bank-copies.ts'
import { changedParts, type QuestionContent } from '#shared/bank/content.rules.ts'
import { splitFields } from '#shared/bank/question-parts.rules.ts'
import type { TypedFields } from '#shared/bank/questions.schema.ts'
import type { bankValuesForm } from './bank-values.ts'
import type { BankQuestion } from './queries.ts'

/** A question as the editor saves it. */
export type EditedQuestion = z.output<typeof bankValuesForm>

/** A detail, outside the question's content, that differs. */
interface Difference {
  label: string
  mine: string
  theirs: string
}

const labels = {
  subject: 'Subject',
  difficulty: 'Difficulty',
  language: 'Language',
  topic: 'Topic',
  tags: 'Tags',
  source: 'Source',
  notes: 'Notes',
  marks: 'Marks',
  penalty: 'Penalty',
} as const

/** Marks of a question that does not set any. */
export const defaultMarks = 1

const detail = (question: EditedQuestion | BankQuestion, name: keyof typeof labels): string => {
  const value = question[name] ?? (name === 'marks' ? defaultMarks : null)
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'none'
}

type Fields = Omit<QuestionContent, 'type' | 'body' | 'key'> & TypedFields

const contentOf = ({ questionText, questionImageUrl, passage, explanation, ...fields }: Fields): QuestionContent => ({
  ...{ questionText, questionImageUrl, passage, explanation },
  ...splitFields(fields as TypedFields),
})

/**
 * Compares an edited question with another version of it.
 * @returns the names of everything that differs, and both values of those that a preview does not show
 */
export function differencesOf(mine: EditedQuestion, theirs: BankQuestion) {
  const changed = changedParts(contentOf(mine as Fields), contentOf(theirs as Fields))
  const details = (Object.keys(labels) as (keyof typeof labels)[])
    .map((name): Difference => ({ label: labels[name], mine: detail(mine, name), theirs: detail(theirs, name) }))
    .filter((each) => each.mine !== each.theirs)
  return {
    names: [...namesOf(changed, theirs.type), ...details.map(({ label }) => `the ${label.toLowerCase()}`)],
    details,
  }
}
