import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type KeyedBody, type Penalty, questionTypeNames } from '#shared/bank/question-types.rules.ts'
import { relaxedRules } from '#shared/tests/exam.rules.ts'
import type { ExamRules } from '#shared/tests/exam.schema.ts'
import type { PoolFilter } from '#shared/tests/pools.schema.ts'
import { floors, passMark, rulings } from '#shared/tests/scheme.rules.ts'
import { difficulties, subjects, testTypes } from '#shared/tests/tests.schema.ts'
import { colleges } from './colleges.ts'
import { ownedBy } from './columns.ts'
import { users } from './members.ts'

/** `deletedAt` hides a test from lists; existing results still use the test. */
export const tests = sqliteTable(
  'tests',
  {
    id: text().primaryKey(),
    // The college that wrote the test; other colleges cannot use it. Null for the owner's tests.
    collegeId: text().references(() => colleges.id, { onDelete: 'cascade' }),
    testName: text().notNull(),
    testDescription: text().notNull(),
    subject: text({ enum: subjects }).notNull(),
    testType: text({ enum: testTypes }).notNull(),
    companyName: text(),
    topics: text({ mode: 'json' }).$type<string[]>().notNull(),
    difficulty: text({ enum: difficulties }).notNull(),
    numberOfQuestions: integer().notNull(),
    marksPerQuestion: real().notNull(),
    totalMarks: real().notNull(),
    // Incremented on every change, to invalidate everything built from the test.
    version: integer().notNull().default(1),
    duration: integer().notNull(),
    // Number of coding questions and the sum of their time limits.
    codingCount: integer().notNull().default(0),
    codingSeconds: integer().notNull().default(0),
    startDateTime: integer().notNull(),
    endDateTime: integer().notNull(),
    // Each student gets the questions, or each question's options, in a different order.
    shuffleQuestions: integer({ mode: 'boolean' }).notNull().default(false),
    shuffleOptions: integer({ mode: 'boolean' }).notNull().default(false),
    rules: text({ mode: 'json' }).$type<ExamRules>().notNull().default(relaxedRules),
    // Marking scheme. A question's penalty overrides the test's.
    penalty: text({ mode: 'json' }).$type<Penalty>(),
    floor: text({ enum: floors }).notNull().default('test'),
    passMark: real().notNull().default(passMark),
    // If set, only the best `bestOf` answers count; a test with sections sets it per section.
    bestOf: integer(),
    // Release time of the key, past or future; used only if the rules let staff release it.
    keyReleasedAt: integer(),
    // Until this time, the key is provisional and students can object to questions.
    objectionsUntil: integer(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    deletedAt: integer(),
  },
  (table) => [
    // The first four are covering indexes: each starts with `deletedAt` and contains every column of its query, because
    // reading a row also reads past its description.
    index('tests_kind_created').on(table.deletedAt, table.testType, table.subject, table.createdAt, table.id),
    index('tests_newest').on(table.deletedAt, table.createdAt, table.id),
    index('tests_name').on(table.deletedAt, sql`test_name collate nocase`, table.id),
    index('tests_facets').on(
      table.deletedAt,
      table.testType,
      table.subject,
      table.difficulty,
      table.startDateTime,
      table.endDateTime,
      table.testName,
      table.id,
    ),
    index('tests_college').on(table.collegeId).where(sql`college_id is not null`),
    index('tests_created_by').on(table.createdBy),
    index('tests_key_released').on(table.keyReleasedAt).where(sql`key_released_at is not null`),
  ],
)

/** A section with its own clock. Duration in minutes. */
export const sections = sqliteTable(
  'sections',
  {
    id: text().primaryKey(),
    testId: ownedBy(() => tests.id),
    position: integer().notNull(),
    sectionName: text().notNull(),
    sectionDuration: integer().notNull(),
    numberOfQuestions: integer().notNull(),
    marksPerQuestion: real().notNull(),
    // Percentage needed in this section to pass the test.
    cutoff: real(),
    bestOf: integer(),
  },
  (table) => [index('sections_test_position').on(table.testId, table.position)],
)

/**
 * A pool of questions, some of which are drawn for each student at the start. The candidates are rows of `questions`,
 * copied from the bank when the test is saved.
 */
export const pools = sqliteTable(
  'pools',
  {
    id: text().primaryKey(),
    testId: ownedBy(() => tests.id),
    sectionId: text().references(() => sections.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    pick: integer().notNull(),
    marks: real().notNull(),
    from: text({ mode: 'json' }).$type<PoolFilter>().notNull(),
  },
  (table) => [
    index('pools_test_position').on(table.testId, table.position),
    index('pools_section').on(table.sectionId),
  ],
)

/** `position` runs through the whole test, across sections. */
export const questions = sqliteTable(
  'questions',
  {
    id: text().primaryKey(),
    testId: ownedBy(() => tests.id),
    sectionId: text().references(() => sections.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    // The question's pool; null if every student gets the question.
    poolId: text().references(() => pools.id, { onDelete: 'cascade' }),
    // The bank question and version that it was copied from. Once the copy is changed, the version is null; a question
    // of a pool keeps its bank question, because lists show its topic.
    bankQuestionId: text(),
    bankVersion: integer(),
    // Expected share of marks when the test was saved, used to balance draws from a pool.
    facility: real(),
    // Text shared by neighbouring questions, which stay together when questions are shuffled.
    passage: text(),
    questionText: text().notNull(),
    questionImageUrl: text(),
    type: text({ enum: questionTypeNames }).notNull().default('single'),
    // Students see the body but not the key. The fields of both depend on the type.
    body: text({ mode: 'json' }).$type<KeyedBody['body']>().notNull().default(sql`'{}'`),
    key: text({ mode: 'json' }).$type<KeyedBody['key']>().notNull().default(sql`'{}'`),
    marks: real().notNull(),
    // Null to use the test's penalty.
    penalty: text({ mode: 'json' }).$type<Penalty>(),
    // Overrides grading for a faulty question.
    ruling: text({ enum: rulings }),
    explanation: text(),
  },
  (table) => [
    index('questions_test_position').on(table.testId, table.position),
    index('questions_section').on(table.sectionId),
    index('questions_pool').on(table.poolId),
    index('questions_bank').on(table.bankQuestionId).where(sql`bank_question_id is not null`),
  ],
)
