import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { attempts } from './attempts.ts'
import { colleges } from './colleges.ts'
import { users } from './members.ts'
import { questions, tests } from './tests.ts'

/**
 * An answer of a submitted attempt that people mark: every answered essay, and any other answer that staff chose to
 * mark. `marks` is null while it waits; a second opinion never changes the result.
 */
export const answerMarks = sqliteTable(
  'answer_marks',
  {
    attemptId: text()
      .notNull()
      .references(() => attempts.id, { onDelete: 'cascade' }),
    questionId: text()
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    collegeId: text()
      .notNull()
      .references(() => colleges.id, { onDelete: 'cascade' }),
    // Revision of the answer, to notice that it changed after the attempt was reopened.
    revision: integer().notNull(),
    marks: real(),
    comment: text(),
    // The chosen level of each criterion of the rubric, from 0.
    levels: text({ mode: 'json' }).$type<(number | null)[]>(),
    markedBy: text().references(() => users.id, { onDelete: 'set null' }),
    markedAt: integer(),
    secondMarks: real(),
    secondComment: text(),
    secondLevels: text({ mode: 'json' }).$type<(number | null)[]>(),
    secondBy: text().references(() => users.id, { onDelete: 'set null' }),
    secondAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    index('answer_marks_queue').on(table.testId, table.questionId, table.collegeId, table.marks),
    index('answer_marks_college').on(table.collegeId),
    index('answer_marks_marked_by').on(table.markedBy),
    index('answer_marks_second_by').on(table.secondBy),
  ],
)

/** Faculty who mark a test. If a college has none here, all of its faculty do. */
export const markers = sqliteTable(
  'markers',
  {
    testId: text()
      .notNull()
      .references(() => tests.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.testId, table.userId] }), index('markers_user').on(table.userId)],
)
