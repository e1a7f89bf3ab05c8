import { z } from 'zod'
import { type QuestionValues, questionValuesForm, valuesOf } from '#client/features/tests/model/question-values.ts'
import { bankFields } from '#shared/bank/bank.schema.ts'
import type { BankQuestion } from './queries.ts'

/** The fields that questions have only in the bank. */
const aboutForm = bankFields.pick({
  subject: true,
  topic: true,
  difficulty: true,
  tags: true,
  language: true,
  source: true,
  notes: true,
})

export interface AboutValues {
  subject: BankQuestion['subject']
  topic: string
  difficulty: BankQuestion['difficulty']
  tags: string[]
  language: string
  source: string
  notes: string
}
export type BankValues = QuestionValues & { about: AboutValues }

/** @param stored undefined for a new question */
export const bankValuesOf = (stored: BankQuestion | undefined): BankValues => ({
  ...valuesOf(stored && { key: stored.id, ...stored }),
  about: {
    subject: stored?.subject ?? 'Technical',
    topic: stored?.topic ?? '',
    difficulty: stored?.difficulty ?? 'Medium',
    tags: stored?.tags ?? [],
    language: stored?.language ?? 'en',
    source: stored?.source ?? '',
    notes: stored?.notes ?? '',
  },
})

/** Validates the fields of a test question and the bank's additional fields. */
export const bankValuesForm = z.preprocess(
  (values) => values,
  z.any().transform((values: BankValues, ctx) => {
    const question = questionValuesForm.safeParse(values)
    const about = aboutForm.safeParse(values.about)
    for (const issue of question.error?.issues ?? []) ctx.addIssue({ ...issue, path: [...issue.path] } as never)
    for (const issue of about.error?.issues ?? []) ctx.addIssue({ ...issue, path: ['about', ...issue.path] } as never)
    return question.data && about.data ? { ...question.data, ...about.data } : z.NEVER
  }),
)
