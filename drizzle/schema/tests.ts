import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { difficulties, optionLetters, subjects, testTypes } from '../../src/shared/tests/schema.ts'
import { users } from './members.ts'

const notDeleted = sql`deleted_at is null`

/** `deletedAt` hides a test from lists; results already earned still read it. */
export const tests = sqliteTable(
  'tests',
  {
    id: text().primaryKey(),
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
    // Goes up with every change of the test, so that what was built of it is known to be old.
    version: integer().notNull().default(1),
    duration: integer().notNull(),
    startDateTime: integer().notNull(),
    endDateTime: integer().notNull(),
    createdBy: text().references(() => users.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    deletedAt: integer(),
  },
  (table) => [
    // Without the deleted ones, or each row would be opened to see whether it is: a long description lies before that column.
    index('tests_kind_created').on(table.testType, table.subject, table.createdAt, table.id).where(notDeleted),
    index('tests_newest').on(table.createdAt, table.id).where(notDeleted),
    index('tests_name').on(sql`test_name collate nocase`, table.id).where(notDeleted),
    index('tests_start').on(table.startDateTime, table.id).where(notDeleted),
    // Everything that the list is filtered and counted by.
    index('tests_facets')
      .on(
        table.testType,
        table.subject,
        table.difficulty,
        table.startDateTime,
        table.endDateTime,
        table.testName,
        table.createdAt,
        table.id,
      )
      .where(notDeleted),
    index('tests_created_by').on(table.createdBy),
  ],
)

/** A part of a test with a clock of its own. Minutes. */
export const sections = sqliteTable(
  'sections',
  {
    id: text().primaryKey(),
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    sectionName: text().notNull(),
    sectionDuration: integer().notNull(),
    numberOfQuestions: integer().notNull(),
    marksPerQuestion: real().notNull(),
  },
  (table) => [index('sections_test_position').on(table.testId, table.position)],
)

/** `position` counts through the whole test, section after section. */
export const questions = sqliteTable(
  'questions',
  {
    id: text().primaryKey(),
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    sectionId: text().references(() => sections.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    questionText: text().notNull(),
    questionImageUrl: text(),
    options: text({ mode: 'json' }).$type<Record<'A' | 'B' | 'C' | 'D', string>>().notNull(),
    optionImages: text({ mode: 'json' }).$type<Partial<Record<'A' | 'B' | 'C' | 'D', string>>>(),
    correctAnswer: text({ enum: optionLetters }).notNull(),
    marks: real().notNull(),
    explanation: text(),
  },
  (table) => [
    index('questions_test_position').on(table.testId, table.position),
    index('questions_section').on(table.sectionId),
  ],
)
