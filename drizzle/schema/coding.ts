import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { codingDifficulties, questionStatuses } from '#shared/coding/coding.schema.ts'
import {
  type CheckerForm,
  checkerProtocols,
  comparisons,
  type SourceFile,
  type Tolerance,
} from '#shared/coding/comparison.schema.ts'
import type { CodingGroup } from '#shared/coding/groups.schema.ts'
import {
  languages,
  programLanguages,
  type SolutionVerdict,
  type StoredCase,
  solutionVerdicts,
  submissionStatuses,
} from '#shared/coding/languages.rules.ts'
import type { TemplateForm } from '#shared/coding/templates.schema.ts'
import { attempts } from './attempts.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'
import { tests } from './tests.ts'

/**
 * Coding questions. `timeLimit` in ms, `memoryLimit` in MB. An archived question stays in its tests and reports and can
 * be restored. Only questions that were never used can be deleted.
 */
export const codingQuestions = sqliteTable(
  'coding_questions',
  {
    id: text().primaryKey(),
    title: text().notNull(),
    description: text().notNull(),
    difficulty: text({ enum: codingDifficulties }).notNull(),
    constraints: text().notNull(),
    inputFormat: text().notNull(),
    outputFormat: text().notNull(),
    timeLimit: integer().notNull(),
    memoryLimit: integer().notNull(),
    sampleInput: text().notNull(),
    sampleOutput: text().notNull(),
    explanation: text().notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    supportedLanguages: text({ mode: 'json' }).$type<(typeof languages)[number][]>().notNull(),
    testCasesCount: integer().notNull(),
    comparison: text({ enum: comparisons }).notNull().default('lines'),
    tolerance: text({ mode: 'json' }).$type<Tolerance>(),
    ignoreCase: integer({ mode: 'boolean' }).notNull().default(false),
    groups: text({ mode: 'json' }).$type<CodingGroup[]>().notNull().default([]),
    templates: text({ mode: 'json' }).$type<TemplateForm[]>().notNull().default([]),
    // Name of the statement's PDF in the upload folder.
    statementPdf: text(),
    status: text({ enum: questionStatuses }).notNull(),
    // Available to students for practice, unless an upcoming or running test uses it.
    practice: integer({ mode: 'boolean' }).notNull().default(true),
    // Incremented on every change, so that a slow check cannot publish an unchecked version.
    version: integer().notNull().default(1),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    archivedAt: integer(),
    deletedAt: integer(),
  },
  (table) => [
    index('coding_questions_newest').on(table.deletedAt, table.createdAt, table.id),
    index('coding_questions_created_by').on(table.createdBy),
  ],
)

/** A question's test cases, in order. */
export const codingCases = sqliteTable(
  'coding_cases',
  {
    questionId: ownedBy(() => codingQuestions.id),
    position: integer().notNull(),
    input: text().notNull(),
    expectedOutput: text().notNull(),
    isSample: integer({ mode: 'boolean' }).notNull(),
    weight: integer().notNull(),
    // Name of its group in the question's groups.
    groupName: text(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.position] })],
)

/** A question's checker, in its own table because its files can be large. */
export const codingCheckers = sqliteTable('coding_checkers', {
  questionId: text()
    .primaryKey()
    .references(() => codingQuestions.id, { onDelete: 'cascade' }),
  language: text({ enum: programLanguages }).notNull(),
  code: text().notNull(),
  protocol: text({ enum: checkerProtocols }).notNull(),
  files: text({ mode: 'json' }).$type<CheckerForm['files']>().notNull(),
  arguments: text({ mode: 'json' }).$type<string[]>(),
  // Why it does not compile, as of the last check.
  failure: text(),
})

/** Reference solutions with the result of the last check. */
export const codingSolutions = sqliteTable(
  'coding_solutions',
  {
    questionId: ownedBy(() => codingQuestions.id),
    position: integer().notNull(),
    language: text({ enum: languages }).notNull(),
    code: text().notNull(),
    files: text({ mode: 'json' }).$type<SourceFile[]>(),
    expectedVerdict: text({ enum: solutionVerdicts }).notNull(),
    // Other verdicts that also count as expected.
    otherVerdicts: text({ mode: 'json' }).$type<SolutionVerdict[]>(),
    verdict: text({ enum: solutionVerdicts }),
    failedCase: integer(),
    timeMs: real(),
    message: text(),
  },
  (table) => [primaryKey({ columns: [table.questionId, table.position] })],
)

/** A test's coding questions, in order. `timeLimit` in seconds. */
export const testCodingQuestions = sqliteTable(
  'test_coding_questions',
  {
    testId: ownedBy(() => tests.id),
    questionId: text()
      .notNull()
      .references(() => codingQuestions.id),
    position: integer().notNull(),
    points: real().notNull(),
    timeLimit: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.testId, table.position] }),
    uniqueIndex('test_coding_questions_question').on(table.questionId, table.testId),
  ],
)

/**
 * Submitted programs. Rows without an attempt are from practice. A row without a verdict is a job for the judge; its
 * lease expires at `leasedUntil` unless renewed.
 */
export const submissions = sqliteTable(
  'submissions',
  {
    id: text().primaryKey(),
    questionId: text()
      .notNull()
      .references(() => codingQuestions.id),
    studentId: ownedBy(() => users.id),
    collegeId: ownedBy(() => colleges.id),
    attemptId: text().references(() => attempts.id, { onDelete: 'cascade' }),
    language: text({ enum: languages }).notNull(),
    code: text().notNull(),
    status: text({ enum: submissionStatuses }).notNull(),
    score: real().notNull().default(0),
    passed: integer().notNull().default(0),
    total: integer().notNull(),
    cases: text({ mode: 'json' }).$type<StoredCase[]>().notNull().default([]),
    // Compiler output.
    message: text(),
    timeMs: real(),
    memoryKb: integer(),
    leasedUntil: integer(),
    createdAt: integer().notNull(),
    judgedAt: integer(),
  },
  (table) => [
    index('submissions_history').on(table.studentId, table.questionId, table.attemptId, table.createdAt),
    index('submissions_attempt').on(table.attemptId, table.questionId, table.score),
    index('submissions_question').on(table.questionId),
    index('submissions_college').on(table.collegeId),
    index('submissions_waiting').on(table.createdAt).where(sql`status in ('queued', 'judging')`),
  ],
)
