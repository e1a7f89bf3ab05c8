import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { journalOutcomes } from '#shared/journals/facts.rules.ts'
import { attempts } from './attempts.ts'
import { codingQuestions } from './coding.ts'
import { ownedBy } from './columns.ts'

/** How the program for a question of an attempt was written: size of its journal, and facts once it is submitted. */
export const journals = sqliteTable(
  'journals',
  {
    attemptId: ownedBy(() => attempts.id),
    questionId: text()
      .notNull()
      .references(() => codingQuestions.id),
    /** Length of all chunks as JSON. */
    chars: integer().notNull(),
    /** When the facts were computed; null if they are not, or chunks arrived since. */
    ratedAt: integer(),
    outcome: text({ enum: journalOutcomes }),
    length: integer().notNull().default(0),
    pasted: integer().notNull().default(0),
    pastedShare: real(),
    activeMs: integer().notNull().default(0),
    speed: real(),
    pastes: integer().notNull().default(0),
    longestPaste: integer().notNull().default(0),
    runs: integer().notNull().default(0),
    submissions: integer().notNull().default(0),
    jumps: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.attemptId, table.questionId] }),
    index('journals_question').on(table.questionId),
    index('journals_unrated').on(table.attemptId).where(sql`${table.ratedAt} is null`),
  ],
)

/** Part of a journal: events as deflated JSON, see shared/journals. */
export const journalChunks = sqliteTable(
  'journal_chunks',
  {
    attemptId: ownedBy(() => attempts.id),
    questionId: text().notNull(),
    stream: text().notNull(),
    seq: integer().notNull(),
    at: integer().notNull(),
    receivedAt: integer().notNull(),
    /** Length of the events as JSON. */
    chars: integer().notNull(),
    events: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.questionId, table.stream, table.seq] })],
)
