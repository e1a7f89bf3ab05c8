import { z } from 'zod'
import { idSchema, isoTime, isPlain, optionalText, pageQuery, pagination, requiredText, unreadable } from '../schema.ts'
import { marksField } from '../tests/form.schema.ts'
import { imageUrlField } from '../tests/images.schema.ts'
import { difficulties, subjects } from '../tests/tests.schema.ts'
import { maxTopicLevels, topicPath } from './bank.rules.ts'
import { questionTypeNames } from './question-types.rules.ts'
import { penaltyField, questionSentence, typedFields } from './questions.schema.ts'

const topic = z
  .string()
  .max(300, 'Must be at most 300 characters')
  .refine(isPlain, unreadable)
  .transform(topicPath)
  .refine((path) => path.split('/').length <= maxTopicLevels, `A topic can have at most ${maxTopicLevels} levels`)
  .describe('A path such as "Trees/Binary trees"')

const isLanguage = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const tags = z
  .array(z.string().trim().min(1).max(50).refine(isPlain, unreadable))
  .max(20, 'At most 20 tags are allowed')
  .transform((given) => [...new Set(given)])

/** A bank question as entered by its author, without the type-specific fields. */
export const bankFields = z.object({
  subject: z.enum(subjects),
  topic: topic.nullish().transform((path) => path ?? ''),
  difficulty: z.enum(difficulties).default('Medium'),
  tags: tags.default([]),
  language: z
    .string()
    .max(35)
    .refine(isLanguage, 'Must be a language tag such as en or hi')
    .default('en')
    .describe('BCP 47 tag'),
  source: optionalText(500),
  notes: optionalText(5_000).describe('Shown only to authors'),
  questionText: requiredText(questionSentence, 10_000),
  questionImageUrl: imageUrlField,
  passage: optionalText(20_000),
  marks: marksField.default(1),
  penalty: penaltyField.nullish().transform((penalty) => penalty ?? null),
  explanation: optionalText(10_000),
  baseVersion: z.number().int().optional().describe('The `version` being edited; 409 if there is a newer one'),
})
export const bankQuestionForm = z.intersection(bankFields, typedFields)
export type BankQuestionForm = z.output<typeof bankQuestionForm>

/** A batch of questions to add. */
export const bankBatchForm = z.object({
  questions: z.array(bankQuestionForm).min(1).max(100, 'At most 100 questions can be added at once'),
})
export type BankBatchForm = z.output<typeof bankBatchForm>

/** The added questions, in the order of the form. */
export const bankBatchAnswer = z.object({
  questions: z.array(z.object({ id: idSchema, version: z.number().int() })),
})

/** The latest version of a bank question. */
export const bankQuestion = z.intersection(
  z.object({
    id: idSchema,
    version: z.number().int(),
    subject: z.enum(subjects),
    topic: z.string(),
    difficulty: z.enum(difficulties),
    tags: z.array(z.string()),
    language: z.string(),
    source: z.string().nullable(),
    notes: z.string().nullable(),
    author: z.string().nullable().describe('Name of the author; null if deleted'),
    retired: z.boolean().describe('True if not offered for new tests'),
    facility: z.number().nullable().describe('Mean share of the marks, from 0 to 1; null without enough attempts'),
    createdAt: isoTime,
    updatedAt: isoTime,
    questionText: z.string(),
    questionImageUrl: z.string().nullable(),
    passage: z.string().nullable(),
    marks: z.number(),
    penalty: penaltyField.optional(),
    explanation: z.string().nullable(),
  }),
  typedFields,
)
export type BankQuestion = z.output<typeof bankQuestion>
export const bankQuestionAnswer = z.object({ question: bankQuestion })

export const bankSorts = ['recent', 'oldest', 'text', 'easiest', 'hardest'] as const
export const bankQuery = pageQuery.extend({
  type: z.enum(questionTypeNames).optional(),
  subject: z.enum(subjects).optional(),
  topic: z.string().max(300).transform(topicPath).optional().describe('Includes the topics below it'),
  difficulty: z.enum(difficulties).optional(),
  tag: z.string().max(50).optional(),
  language: z.string().max(35).optional(),
  search: z.string().max(200).optional().describe('Every word must occur in the question; or its id'),
  importId: idSchema.optional().describe('Only questions that this import added'),
  retired: z.boolean().default(false).describe('true: only retired questions; false: only the others'),
  sort: z.enum(bankSorts).default('recent'),
})
export type BankQuery = z.output<typeof bankQuery>
export const bankList = z.object({
  questions: z.array(bankQuestion),
  pagination,
  indexing: z
    .literal(true)
    .optional()
    .describe('Present while questions from an older version are prepared for search, so the search may miss some'),
})

export const bankVersionList = z.object({
  versions: z.array(
    z.object({ version: z.number().int(), author: z.string().nullable(), createdAt: isoTime, question: bankQuestion }),
  ),
})

/** Statistics of a question in one test; null without enough attempts. */
const figures = {
  seen: z.number().int().describe('Students who got the question'),
  facility: z.number().nullable().describe('Mean percentage of the marks'),
  discrimination: z.number().nullable(),
}
export const bankUsage = z.object({
  tests: z.array(
    z.object({ testId: idSchema, testName: z.string(), version: z.number().int(), createdAt: isoTime, ...figures }),
  ),
  total: z.object(figures).describe('Across all tests, weighted by the number of students who got the question'),
})

export const similarForm = z.object({ questionText: requiredText(questionSentence, 10_000), id: idSchema.optional() })
export const similarList = z.object({
  questions: z.array(z.object({ id: idSchema, questionText: z.string(), similarity: z.number().describe('Percent') })),
})

export const topicList = z.object({
  topics: z.array(z.object({ subject: z.enum(subjects), topic: z.string(), questions: z.number().int() })),
})

export const tagList = z.object({ tags: z.array(z.object({ tag: z.string(), questions: z.number().int() })) })
