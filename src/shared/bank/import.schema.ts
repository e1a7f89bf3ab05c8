import { z } from 'zod'
import { byId, idSchema, isoTime, pageQuery, pagination } from '../schema.ts'
import { subjects } from '../tests/tests.schema.ts'
import { bankFields, bankQuery } from './bank.schema.ts'
import {
  duplicateKinds,
  exportFormats,
  importFormats,
  importStates,
  itemActions,
  itemStatuses,
} from './import.rules.ts'
import { typedFields } from './questions.schema.ts'

/** A question as read from a file. Its subject and topic follow from the category. */
export const readQuestion = z.intersection(bankFields.omit({ baseVersion: true }), typedFields)
export type ImportedQuestion = z.output<typeof readQuestion>

const reading = z.object({
  label: z.string().describe('The difference from the other readings; empty if there is only one'),
  losses: z.array(z.string()),
  question: readQuestion,
})

export const importItem = z.object({
  index: z.number().int().describe('From 0, in the order of the file'),
  status: z.enum(itemStatuses),
  title: z.string(),
  losses: z.array(z.string()).describe('Sentences about what is not kept'),
  reason: z.string().optional().describe('Why it is refused, or what must be decided'),
  line: z.number().int().optional(),
  file: z.string().optional().describe('The file in the package'),
  category: z.string().describe('Path of categories in the file; empty for none'),
  question: readQuestion.optional().describe('The chosen reading; missing if it is refused or not decided'),
  readings: z.array(reading).optional().describe('The meanings to choose from, if there are several'),
  reading: z.number().int().optional().describe('The place of the chosen reading'),
  duplicate: z
    .object({ kind: z.enum(duplicateKinds), id: idSchema.nullable().describe('Null if it is earlier in the file') })
    .optional(),
  action: z.enum(itemActions),
  questionId: idSchema.optional().describe('The question in the bank, once it is confirmed'),
})
export type ImportItem = z.output<typeof importItem>

export const importTotals = z.object({
  taken: z.number().int(),
  loss: z.number().int(),
  decide: z.number().int(),
  refused: z.number().int(),
})

const category = z.object({
  category: z.string(),
  questions: z.number().int(),
  subject: z.enum(subjects),
  topic: z.string(),
})

/** An import with its totals. */
export const importSummary = z.object({
  importId: idSchema,
  fileName: z.string(),
  format: z.enum(importFormats).nullable().describe('Null until it is known'),
  state: z.enum(importStates),
  progress: z.number().describe('Share of the file read, or of the questions added; from 0 to 1'),
  error: z.string().nullable().describe('Why the file could not be read'),
  totals: importTotals,
  toAdd: z.number().int().describe('Questions that confirming now would add'),
  undecided: z.number().int().describe('Items to be decided, without a decision'),
  duplicates: z.number().int(),
  added: z.number().int(),
  author: z.string().nullable(),
  createdAt: isoTime,
  confirmedAt: isoTime.nullable(),
})
export const importAnswer = z.object({ import: importSummary })
export const importDetail = z.object({ import: importSummary, categories: z.array(category) })
export const importList = z.object({ imports: z.array(importSummary), pagination })

/** The diagnosis of a whole file. */
export const importDiagnosis = z.object({
  importId: idSchema,
  format: z.enum(importFormats).nullable(),
  state: z.enum(importStates),
  items: z.array(importItem),
  totals: importTotals,
})

export const importFilter = z.object({
  status: z.enum(itemStatuses).optional(),
  duplicates: z.boolean().optional().describe('true: only items that are already in the bank or repeated'),
  undecided: z.boolean().optional().describe('true: only items that need a decision and have none'),
  search: z.string().max(200).optional(),
})
export const importItemQuery = pageQuery.extend(importFilter.shape)
export type ImportItemQuery = z.output<typeof importItemQuery>
export const importItemList = z.object({ items: z.array(importItem), pagination })

/** A decision about some items: those listed, or all that match the filter. */
export const importDecision = z
  .strictObject({
    ...byId.shape,
    items: z.array(z.number().int().min(0)).max(20_000).optional(),
    filter: z.strictObject(importFilter.shape).optional(),
    reading: z.number().int().min(0).max(20).nullish().describe('The reading to use; null removes the choice'),
    label: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('The label of the reading to use, instead of its place; items without such a reading do not change'),
    action: z.enum(itemActions).optional(),
  })
  .refine(
    ({ reading, label, action }) => [reading, label, action].some((one) => one !== undefined),
    'Choose a reading or an action',
  )
  .refine(({ reading, label }) => reading === undefined || label === undefined, {
    path: ['label'],
    error: 'Choose a reading by its place or by its label',
  })
export type ImportDecision = z.output<typeof importDecision>
export const importDecided = z.object({ changed: z.number().int() })

/** Subjects and topics for the file's categories. */
export const importMapping = z.strictObject({
  ...byId.shape,
  categories: z
    .array(
      z.strictObject({ category: z.string().max(2_000), subject: z.enum(subjects), topic: bankFields.shape.topic }),
    )
    .min(1)
    .max(2_000),
})
export type CategoryMapping = ImportMapping['categories'][number]
export type ImportMapping = z.output<typeof importMapping>

export const importConfirmation = z.strictObject({
  ...byId.shape,
  accept: z
    .array(z.number().int().min(0))
    .max(20_000)
    .optional()
    .describe('Places of the items to add; if missing, all that are taken, have a loss or are decided'),
})
export const importConfirmed = z.object({
  added: z.number().int(),
  skipped: z
    .number()
    .int()
    .optional()
    .describe('Questions skipped because they were added to the bank since the file was read'),
})
export const importUndone = z.object({
  removed: z.number().int(),
  kept: z.number().int().describe('Questions kept because a test uses them or they were changed since'),
})

export const exportQuery = z.object({ format: z.enum(exportFormats) })
export const bankExportQuery = bankQuery.omit({ page: true, limit: true, sort: true }).extend(exportQuery.shape)

/** Losses of an export. */
export const exportCheck = z.object({
  questions: z.number().int(),
  written: z.number().int(),
  losses: z.array(
    z.object({
      sentence: z.string(),
      isLeftOut: z.boolean().describe('True if these questions are not written at all'),
      questions: z.number().int(),
      examples: z.array(z.string()).describe('The beginnings of a few of these questions'),
    }),
  ),
})
