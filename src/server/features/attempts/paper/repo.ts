import { asc, eq, sql } from 'drizzle-orm'
import { questions, sections, tests } from '#drizzle/schema/tests.ts'
import { repository } from '#server/platform/db.ts'

/** What a paper is built of. Deleted tests too: who has begun one goes on. */
export const paperRepo = repository((db) => {
  const test = db
    .select()
    .from(tests)
    .where(eq(tests.id, sql.placeholder('id')))
    .prepare()
  const questionsOf = db
    .select()
    .from(questions)
    .where(eq(questions.testId, sql.placeholder('testId')))
    .orderBy(asc(questions.position))
    .prepare()
  const sectionsOf = db
    .select()
    .from(sections)
    .where(eq(sections.testId, sql.placeholder('testId')))
    .orderBy(asc(sections.position))
    .prepare()
  return {
    test: async (id: string) => test.get({ id }),
    questionsOf: async (testId: string) => questionsOf.all({ testId }),
    sectionsOf: async (testId: string) => sectionsOf.all({ testId }),
  }
})
export type QuestionRow = typeof questions.$inferSelect
export type SectionRow = typeof sections.$inferSelect
