import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { bankImportItems, bankImports, bankQuestions, bankVersions } from '#drizzle/schema/bank.ts'
import { questions } from '#drizzle/schema/tests.ts'
import { isAmong, repository } from '#server/platform/db.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { ItemRow } from './import.repo.ts'

const item = bankImportItems
const placesOf = (items: readonly ItemRow[]) => items.map(({ place }) => place)

/** Queries for undoing imports. */
export const undoRepo = repository((db) => {
  return {
    /** Items before a place that added a question, last first. */
    added: async (importId: string, before: number, limit: number): Promise<ItemRow[]> =>
      db
        .select()
        .from(item)
        .where(and(eq(item.importId, importId), lt(item.place, before), isNotNull(item.version)))
        .orderBy(desc(item.place))
        .limit(limit),
    /** The places of items whose question nobody has changed since, and no test uses. */
    untouched: async (
      { collegeId }: AuthorScope,
      importId: string,
      items: readonly ItemRow[],
    ): Promise<Set<number>> => {
      const rows = await db
        .select({ place: item.place })
        .from(item)
        .innerJoin(bankQuestions, and(eq(bankQuestions.id, item.questionId), eq(bankQuestions.version, item.version)))
        .where(
          and(
            eq(item.importId, importId),
            isAmong(item.place, placesOf(items)),
            collegeId === null ? sql`+${bankQuestions.collegeId} is null` : eq(bankQuestions.collegeId, collegeId),
            // A new version may be undone while tests use an earlier one.
            sql`not exists (select 1 from ${questions} where ${questions.bankQuestionId} = ${bankQuestions.id}
              and (${item.before} is null or ${questions.bankVersion} = ${item.version}))`,
          ),
        )
      return new Set(rows.map(({ place }) => place))
    },
    removeQuestions: async (ids: readonly string[]) => {
      await db.delete(bankQuestions).where(isAmong(bankQuestions.id, ids))
    },
    /** Removes the versions that these items added. */
    removeVersions: async (items: readonly ItemRow[]) => {
      const pairs = JSON.stringify(items.map(({ questionId, version }) => [questionId, version]))
      await db.delete(bankVersions).where(
        sql`(${bankVersions.questionId}, ${bankVersions.version}) in
          (select value ->> 0, value ->> 1 from json_each(${pairs}))`,
      )
    },
    /** Brings back the questions that these items replaced, unless they were retired before or again. */
    unretireReplaced: async (importId: string, items: readonly ItemRow[]) => {
      const replacing = alias(bankQuestions, 'replacing')
      const replaced = db
        .select({ id: item.duplicateId })
        .from(item)
        .innerJoin(replacing, eq(replacing.id, item.questionId))
        .where(
          and(
            ...[eq(item.importId, importId), isAmong(item.place, placesOf(items)), eq(item.action, 'replace')],
            // The import retires a question at the time at which it adds the other one.
            ...[eq(item.duplicateId, bankQuestions.id), eq(replacing.createdAt, bankQuestions.retiredAt)],
          ),
        )
      await db.update(bankQuestions).set({ retiredAt: null }).where(inArray(bankQuestions.id, replaced))
    },
    /** Marks items as final, so that they cannot be undone, and undone ones as not added. */
    forget: async (importId: string, items: readonly ItemRow[], undone: readonly ItemRow[]) => {
      const isOne = (some: readonly ItemRow[]) => and(eq(item.importId, importId), isAmong(item.place, placesOf(some)))
      await db.update(item).set({ version: null }).where(isOne(items))
      await db.update(item).set({ questionId: null }).where(isOne(undone))
    },
    /** Names of the images that questions show: those of the bank, of tests, and of imports that wait. */
    shownImages: async (): Promise<Set<string>> => {
      const texts = (table: typeof bankVersions | typeof questions) => {
        const text = sql<string>`coalesce(${table.questionImageUrl}, '') || ' ' || coalesce(${table.passage}, '') || ' ' ||
          ${table.questionText} || ' ' || ${table.body} || ' ' || ${table.key} || ' ' || coalesce(${table.explanation}, '')`
        return db.select({ text }).from(table).where(sql`instr(${text}, '/images/') > 0`)
      }
      const waiting = db
        .select({ text: sql<string>`${item.readings}` })
        .from(item)
        .innerJoin(bankImports, eq(bankImports.id, item.importId))
        .where(
          and(inArray(bankImports.state, ['reading', 'ready', 'adding']), sql`instr(${item.readings}, '/images/') > 0`),
        )
      const rows = [...(await texts(bankVersions)), ...(await texts(questions)), ...(await waiting)]
      return new Set(
        rows.flatMap(({ text }) => [...text.matchAll(/\/images\/([\w.-]+)/g)].map(([, name = '']) => name)),
      )
    },
  }
})
