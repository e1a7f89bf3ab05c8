import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  type DuplicateKind,
  duplicateKinds,
  importFormats,
  importStates,
  itemActions,
  itemStatuses,
} from '#shared/bank/import.rules.ts'
import type { CategoryMapping, ImportedQuestion } from '#shared/bank/import.schema.ts'
import { type KeyedBody, type Penalty, questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { difficulties, subjects } from '#shared/tests/tests.schema.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'
import { questions, tests } from './tests.ts'

/** A question of the bank. Its content is in its versions. `collegeId` is null in the owner's bank. */
export const bankQuestions = sqliteTable(
  'bank_questions',
  {
    id: text().primaryKey(),
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    // The latest version and its type, used to filter lists.
    version: integer().notNull(),
    type: text({ enum: questionTypeNames }).notNull(),
    subject: text({ enum: subjects }).notNull(),
    // A path such as `Trees/Binary trees`; '' for none.
    topic: text().notNull(),
    difficulty: text({ enum: difficulties }).notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    // A BCP 47 tag.
    language: text().notNull(),
    source: text(),
    notes: text(),
    // Mean share of the marks that students earned in tests; null until students have seen the question.
    facility: real(),
    retiredAt: integer(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    index('bank_questions_newest').on(table.retiredAt, table.updatedAt, table.id),
    index('bank_questions_topic').on(table.subject, table.topic),
    index('bank_questions_college').on(table.collegeId),
    index('bank_questions_created_by').on(table.createdBy),
  ],
)

/** The content of a question. Versions never change, because tests refer to them. */
export const bankVersions = sqliteTable(
  'bank_versions',
  {
    questionId: ownedBy(() => bankQuestions.id),
    version: integer().notNull(),
    questionText: text().notNull(),
    questionImageUrl: text(),
    passage: text(),
    type: text({ enum: questionTypeNames }).notNull(),
    body: text({ mode: 'json' }).$type<KeyedBody['body']>().notNull(),
    key: text({ mode: 'json' }).$type<KeyedBody['key']>().notNull(),
    marks: real().notNull(),
    penalty: text({ mode: 'json' }).$type<Penalty>(),
    explanation: text(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.questionId, table.version] }),
    index('bank_versions_created_by').on(table.createdBy),
  ],
)

/**
 * The normalized text of each question's latest version. Triggers copy `questionText` to the full-text index
 * `bank_words`. Missing rows are added when the server starts.
 */
export const bankTexts = sqliteTable(
  'bank_texts',
  {
    id: integer().primaryKey(),
    questionId: ownedBy(() => bankQuestions.id),
    questionText: text().notNull(),
    // Options, answers, topic, tags, notes and other fields, one per line.
    otherText: text().notNull(),
  },
  (table) => [uniqueIndex('bank_texts_question').on(table.questionId)],
)

/** An uploaded question file, from its diagnosis to the questions it added. `collegeId` as in `bankQuestions`. */
export const bankImports = sqliteTable(
  'bank_imports',
  {
    id: text().primaryKey(),
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    fileName: text().notNull(),
    // Null until the file's content is known.
    format: text({ enum: importFormats }),
    state: text({ enum: importStates }).notNull(),
    // Share of the file read, or of the questions added, from 0 to 1.
    progress: real().notNull(),
    // Why the file could not be read.
    error: text(),
    // For categories without a subject of their own.
    subject: text({ enum: subjects }).notNull(),
    // The author's subjects and topics for the file's categories.
    mapping: text({ mode: 'json' }).$type<CategoryMapping[]>().notNull(),
    // Names of the images stored for it.
    images: text({ mode: 'json' }).$type<string[]>().notNull(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    confirmedAt: integer(),
  },
  (table) => [
    index('bank_imports_college').on(table.collegeId, table.createdAt),
    index('bank_imports_created_by').on(table.createdBy),
  ],
)

/** An item of a question file, and the result of importing it. */
export const bankImportItems = sqliteTable(
  'bank_import_items',
  {
    importId: ownedBy(() => bankImports.id),
    // From 0, in the order of the file.
    place: integer().notNull(),
    status: text({ enum: itemStatuses }).notNull(),
    title: text().notNull(),
    category: text().notNull(),
    line: integer(),
    file: text(),
    reason: text(),
    readings: text({ mode: 'json' })
      .$type<
        {
          label: string
          losses: string[]
          question: ImportedQuestion
          // Names of fields with default values, which the file does not state.
          defaults?: string[]
          // As in `duplicateKind` and `duplicateId`; missing in imports of earlier versions.
          duplicate?: { kind: DuplicateKind; id: string | null } | null
        }[]
      >()
      .notNull(),
    // The chosen reading; null if there is none, or none is chosen yet.
    reading: integer(),
    action: text({ enum: itemActions }).notNull(),
    duplicateKind: text({ enum: duplicateKinds }),
    // Null if the duplicate is an earlier item of the file.
    duplicateId: text().references(() => bankQuestions.id, { onDelete: 'set null' }),
    // The question and version that it added.
    questionId: text().references(() => bankQuestions.id, { onDelete: 'set null' }),
    version: integer(),
    // The question's unversioned fields before the import added a new version.
    before: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.place] }),
    index('bank_import_items_status').on(table.importId, table.status),
    index('bank_import_items_duplicate').on(table.duplicateId),
    index('bank_import_items_question').on(table.questionId),
  ],
)

/** Results of a test's question that was copied from the bank, over all students who got it. Used for its facility. */
export const bankResults = sqliteTable(
  'bank_results',
  {
    questionId: ownedBy(() => questions.id).primaryKey(),
    bankQuestionId: ownedBy(() => bankQuestions.id),
    testId: ownedBy(() => tests.id),
    seen: integer().notNull(),
    // Mean percentage of the marks.
    facility: real().notNull(),
  },
  (table) => [
    index('bank_results_bank_question').on(table.bankQuestionId),
    index('bank_results_test').on(table.testId),
  ],
)

/**
 * Tests whose item folds or links to the bank changed since their `bank_results` were stored, and how often they
 * changed. Maintained by triggers.
 */
export const bankResultsPending = sqliteTable('bank_results_pending', {
  testId: text().primaryKey(),
  changes: integer().notNull(),
})
