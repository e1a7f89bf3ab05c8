import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { languages } from '#shared/coding/languages.rules.ts'
import { attempts } from './attempts.ts'
import { codingQuestions } from './coding.ts'
import { ownedBy } from './columns.ts'

/** The latest code for each question of an attempt, saved like an answer. */
export const codeAnswers = sqliteTable(
  'code_answers',
  {
    attemptId: ownedBy(() => attempts.id),
    questionId: text()
      .notNull()
      .references(() => codingQuestions.id),
    code: text().notNull(),
    language: text({ enum: languages }).notNull(),
    revision: integer().notNull(),
    savedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    index('code_answers_question').on(table.questionId),
  ],
)
