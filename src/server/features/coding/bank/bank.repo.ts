import { and, asc, desc, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { attempts } from '#drizzle/schema/attempts.ts'
import { codingCases, codingQuestions, codingSolutions, testCodingQuestions } from '#drizzle/schema/coding.ts'
import { bound, contains, repository } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { CodingDifficulty, CodingListQuery, QuestionStatus } from '#shared/coding/coding.schema.ts'
import { isOffered } from '../usage.repo.ts'

export type QuestionRow = typeof codingQuestions.$inferSelect
export type CaseRow = typeof codingCases.$inferSelect
export type SolutionRow = typeof codingSolutions.$inferSelect

/** The part of the question bank to list. */
export interface Shelf {
  /** Only questions with this status; undefined for all. */
  status: QuestionStatus | undefined
  /** True for archived questions only, false for all others. */
  archived: boolean
  /** True for practice questions only, false for all others; undefined for both. */
  practice: boolean | undefined
  /** Only questions offered for practice at this time; null disables the filter. */
  offeredAt: number | null
}

export const bankRepo = repository((db) => {
  const byId = db
    .select()
    .from(codingQuestions)
    .where(and(bound(codingQuestions, 'id'), isNull(codingQuestions.deletedAt)))
    .prepare()
  const casesOf = db
    .select()
    .from(codingCases)
    .where(eq(codingCases.questionId, sql.placeholder('id')))
    .orderBy(asc(codingCases.position))
    .prepare()
  const samplesOf = db
    .select()
    .from(codingCases)
    .where(and(eq(codingCases.questionId, sql.placeholder('id')), eq(codingCases.isSample, true)))
    .orderBy(asc(codingCases.position))
    .prepare()
  const solutionsOf = db
    .select()
    .from(codingSolutions)
    .where(eq(codingSolutions.questionId, sql.placeholder('id')))
    .orderBy(asc(codingSolutions.position))
    .prepare()
  const sittings = db
    .select({ id: attempts.id })
    .from(testCodingQuestions)
    .innerJoin(attempts, eq(attempts.testId, testCodingQuestions.testId))
    .where(
      and(
        eq(testCodingQuestions.questionId, sql.placeholder('id')),
        bound(attempts, 'studentId', 'collegeId'),
        isNull(attempts.submittedAt),
      ),
    )
    .prepare()

  const putCase = db
    .insert(codingCases)
    .values({
      questionId: sql.placeholder('questionId'),
      position: sql.placeholder('position'),
      input: sql.placeholder('input'),
      expectedOutput: sql.placeholder('expectedOutput'),
      isSample: sql.placeholder('isSample'),
      weight: sql.placeholder('weight'),
      groupName: sql.placeholder('groupName'),
    })
    .onConflictDoUpdate({
      target: [codingCases.questionId, codingCases.position],
      set: {
        input: sql`excluded.input`,
        expectedOutput: sql`excluded.expected_output`,
        isSample: sql`excluded.is_sample`,
        weight: sql`excluded.weight`,
        groupName: sql`excluded.group_name`,
      },
    })
    .prepare()
  // Search the tags themselves, because their JSON adds quotation marks and commas.
  const found = (search: string | undefined) => {
    if (!search) return undefined
    const tagged = sql`exists (select 1 from json_each(${codingQuestions.tags}) where ${contains(search, sql`value`)})`
    return or(contains(search, codingQuestions.title), tagged)
  }
  const shown = ({ status, archived, offeredAt, practice }: Shelf, search: string | undefined) =>
    and(
      isNull(codingQuestions.deletedAt),
      archived ? isNotNull(codingQuestions.archivedAt) : isNull(codingQuestions.archivedAt),
      status ? eq(codingQuestions.status, status) : undefined,
      offeredAt === null ? undefined : isOffered(db, offeredAt),
      practice === undefined ? undefined : eq(codingQuestions.practice, practice),
      found(search),
    )
  const countOf = (difficulty: CodingDifficulty) =>
    sql<number>`count(*) filter (where ${codingQuestions.difficulty} = ${difficulty})`

  return {
    find: async (id: string) => byId.get({ id }),
    casesOf: async (id: string): Promise<CaseRow[]> => casesOf.all({ id }),
    samplesOf: async (id: string): Promise<CaseRow[]> => samplesOf.all({ id }),
    solutionsOf: async (id: string): Promise<SolutionRow[]> => solutionsOf.all({ id }),
    /** Names of all stored PDF statements. */
    statementFiles: async (): Promise<string[]> =>
      db
        .select({ name: codingQuestions.statementPdf })
        .from(codingQuestions)
        .where(and(isNotNull(codingQuestions.statementPdf), isNull(codingQuestions.deletedAt)))
        .all()
        .flatMap(({ name }) => name ?? []),
    /** The student's running attempts at tests that use the question. */
    sittings: async ({ studentId, collegeId }: StudentScope, id: string) => sittings.all({ id, studentId, collegeId }),
    list: async (shelf: Shelf, { search, difficulty, limit, page }: CodingListQuery) =>
      db
        .select({
          id: codingQuestions.id,
          title: codingQuestions.title,
          difficulty: codingQuestions.difficulty,
          tags: codingQuestions.tags,
          supportedLanguages: codingQuestions.supportedLanguages,
          testCasesCount: codingQuestions.testCasesCount,
          status: codingQuestions.status,
          archivedAt: codingQuestions.archivedAt,
          practice: codingQuestions.practice,
          createdAt: codingQuestions.createdAt,
        })
        .from(codingQuestions)
        .where(and(shown(shelf, search), difficulty ? eq(codingQuestions.difficulty, difficulty) : undefined))
        .orderBy(desc(codingQuestions.createdAt), desc(codingQuestions.id))
        .limit(limit)
        .offset((page - 1) * limit),
    /** Counts the matching questions by difficulty. */
    countDifficulties: async (shelf: Shelf, search: string | undefined) =>
      db
        .select({ easy: countOf('easy'), medium: countOf('medium'), hard: countOf('hard') })
        .from(codingQuestions)
        .where(shown(shelf, search))
        .get() ?? { easy: 0, medium: 0, hard: 0 },
    insert: async (row: typeof codingQuestions.$inferInsert) => {
      await db.insert(codingQuestions).values(row)
    },
    update: async (id: string, row: Partial<typeof codingQuestions.$inferInsert>) => {
      await db.update(codingQuestions).set(row).where(eq(codingQuestions.id, id))
    },
    /** Writes these cases at their positions and deletes those beyond `total`. */
    putCases: async (questionId: string, rows: readonly CaseRow[], total: number) => {
      for (const row of rows) putCase.run(row)
      await db.delete(codingCases).where(and(eq(codingCases.questionId, questionId), gte(codingCases.position, total)))
    },
    /** Replaces the solutions and clears their verdicts. */
    putSolutions: async (questionId: string, rows: readonly (typeof codingSolutions.$inferInsert)[]) => {
      await db.delete(codingSolutions).where(eq(codingSolutions.questionId, questionId))
      for (const row of rows) await db.insert(codingSolutions).values(row)
    },
  }
})
