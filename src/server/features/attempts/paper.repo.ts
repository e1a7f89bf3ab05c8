import { and, asc, eq } from 'drizzle-orm'
import { codingCases, codingQuestions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { pools, questions, sections, tests } from '#drizzle/schema/tests.ts'
import { bound, repository } from '#server/platform/db.ts'
import type { KeyedBody } from '#shared/bank/question-types.rules.ts'

/** Rows for building a paper. Includes deleted tests, because students who started may continue. */
export const paperRepo = repository((db) => {
  const test = db.select().from(tests).where(bound(tests, 'id')).prepare()
  const questionsOf = db
    .select()
    .from(questions)
    .where(bound(questions, 'testId'))
    .orderBy(asc(questions.position))
    .prepare()
  const sectionsOf = db
    .select()
    .from(sections)
    .where(bound(sections, 'testId'))
    .orderBy(asc(sections.position))
    .prepare()
  const poolsOf = db.select().from(pools).where(bound(pools, 'testId')).orderBy(asc(pools.position)).prepare()
  const codingOf = db
    .select({ entry: testCodingQuestions, question: codingQuestions })
    .from(testCodingQuestions)
    .innerJoin(codingQuestions, eq(codingQuestions.id, testCodingQuestions.questionId))
    .where(bound(testCodingQuestions, 'testId'))
    .orderBy(asc(testCodingQuestions.position))
    .prepare()
  const samplesOf = db
    .select({ input: codingCases.input, expected_output: codingCases.expectedOutput })
    .from(codingCases)
    .where(and(bound(codingCases, 'questionId'), eq(codingCases.isSample, true)))
    .orderBy(asc(codingCases.position))
    .prepare()
  return {
    /** Coding questions of a test, in order, with their question bank data. */
    codingOf: async (testId: string) => codingOf.all({ testId }),
    samplesOf: async (questionId: string) => samplesOf.all({ questionId }),
    test: async (id: string) => test.get({ id }),
    questionsOf: async (testId: string) => questionsOf.all({ testId }) as QuestionRow[],
    sectionsOf: async (testId: string) => sectionsOf.all({ testId }),
    poolsOf: async (testId: string) => poolsOf.all({ testId }),
  }
})
/** A question row in which `type` determines the types of `body` and `key`. */
export type QuestionRow = Omit<typeof questions.$inferSelect, 'type' | 'body' | 'key'> & KeyedBody
export type PoolRow = typeof pools.$inferSelect
export type SectionRow = typeof sections.$inferSelect
export type TestRow = typeof tests.$inferSelect
