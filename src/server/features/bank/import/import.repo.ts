import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import { bankImportItems, bankImports, bankQuestions, bankTexts, bankVersions } from '#drizzle/schema/bank.ts'
import { users } from '#drizzle/schema/members.ts'
import { questions } from '#drizzle/schema/tests.ts'
import { containsPart, isAmong, repository } from '#server/platform/db.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { ImportDecision, ImportItemQuery } from '#shared/bank/import.schema.ts'

export type ImportRow = typeof bankImports.$inferSelect
export type ItemRow = typeof bankImportItems.$inferSelect

/** An import with its author's name. */
export interface NamedImport {
  row: ImportRow
  author: string | null
}

export interface ImportCounts {
  taken: number
  loss: number
  decide: number
  refused: number
  toAdd: number
  undecided: number
  duplicates: number
  added: number
}

const item = bankImportItems
const placesOf = (items: readonly ItemRow[]) => items.map(({ place }) => place)
/** Items that confirming adds. */
const isToAdd = and(ne(item.status, 'refused'), ne(item.action, 'skip'), isNotNull(item.reading))
const isUndecided = and(eq(item.status, 'decide'), isNull(item.reading), ne(item.action, 'skip'))

export const importRepo = repository((db) => {
  const isOf = ({ collegeId }: AuthorScope) =>
    collegeId === null ? isNull(bankImports.collegeId) : eq(bankImports.collegeId, collegeId)
  const named = () =>
    db
      .select({ row: bankImports, author: users.name })
      .from(bankImports)
      .leftJoin(users, eq(users.id, bankImports.createdBy))
      .$dynamic()
  const matching = (importId: string, { status, duplicates, undecided, search }: Partial<ImportItemQuery>) =>
    and(
      eq(item.importId, importId),
      status ? eq(item.status, status) : undefined,
      duplicates ? isNotNull(item.duplicateKind) : undefined,
      undecided ? isUndecided : undefined,
      search ? containsPart(search, item.title, item.category) : undefined,
    )
  const sum = (condition: SQL | undefined) => sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`
  return {
    insert: async (row: ImportRow) => {
      await db.insert(bankImports).values(row)
    },
    update: async (id: string, row: Partial<ImportRow>) => {
      await db.update(bankImports).set(row).where(eq(bankImports.id, id))
    },
    remove: async (id: string) => {
      await db.delete(bankImports).where(eq(bankImports.id, id))
    },
    find: async (author: AuthorScope, id: string): Promise<NamedImport | undefined> =>
      named()
        .where(and(eq(bankImports.id, id), isOf(author)))
        .get(),
    /** Imports in a state, of any author. */
    inState: async (state: ImportRow['state']) => db.select().from(bankImports).where(eq(bankImports.state, state)),
    /** Imports older than a time that are not in progress, oldest first. */
    before: async (time: number) =>
      db
        .select()
        .from(bankImports)
        .where(and(lt(bankImports.createdAt, time), notInArray(bankImports.state, ['reading', 'adding'])))
        .orderBy(asc(bankImports.createdAt)),
    list: async (author: AuthorScope, { page, limit }: { page: number; limit: number }): Promise<NamedImport[]> =>
      named()
        .where(isOf(author))
        .orderBy(desc(bankImports.createdAt), desc(bankImports.id))
        .limit(limit)
        .offset((page - 1) * limit),
    total: async (author: AuthorScope) => db.$count(bankImports, isOf(author)),
    counts: async (importId: string): Promise<ImportCounts> => {
      const found = await db
        .select({
          taken: sum(eq(item.status, 'taken')),
          loss: sum(eq(item.status, 'loss')),
          decide: sum(eq(item.status, 'decide')),
          refused: sum(eq(item.status, 'refused')),
          toAdd: sum(isToAdd),
          undecided: sum(isUndecided),
          duplicates: sum(isNotNull(item.duplicateKind)),
          added: sum(isNotNull(item.questionId)),
        })
        .from(item)
        .where(eq(item.importId, importId))
        .get()
      if (!found) throw new Error('Counting returns a row')
      return found
    },
    categories: async (importId: string) =>
      db
        .select({ category: item.category, questions: count() })
        .from(item)
        .where(and(eq(item.importId, importId), ne(item.status, 'refused')))
        .groupBy(item.category)
        .orderBy(asc(item.category)),
    insertItems: async (rows: readonly ItemRow[]) => {
      for (const row of rows) await db.insert(item).values(row)
    },
    /** Deletes some of an import's items. @returns how many */
    removeSomeItems: async (importId: string, limit: number) => {
      const some = db.select({ place: item.place }).from(item).where(eq(item.importId, importId)).limit(limit)
      const { changes } = db
        .delete(item)
        .where(and(eq(item.importId, importId), inArray(item.place, some)))
        .run()
      return changes
    },
    removeItems: async (importId: string) => {
      await db.delete(item).where(eq(item.importId, importId))
    },
    page: async (importId: string, query: ImportItemQuery): Promise<ItemRow[]> =>
      db
        .select()
        .from(item)
        .where(matching(importId, query))
        .orderBy(asc(item.place))
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    matches: async (importId: string, query: Partial<ImportItemQuery>) => db.$count(item, matching(importId, query)),
    /** Items from `place` on. */
    from: async (importId: string, place: number, limit: number): Promise<ItemRow[]> =>
      db
        .select()
        .from(item)
        .where(and(eq(item.importId, importId), sql`${item.place} >= ${place}`))
        .orderBy(asc(item.place))
        .limit(limit),
    /** Changes the reading or action of the items that a decision is about. @returns their number */
    decide: async (
      importId: string,
      { items, filter = {}, reading, label, action }: ImportDecision,
    ): Promise<number> => {
      const isMeant = and(
        matching(importId, filter),
        // Only an item with several readings has a choice between them.
        reading === undefined && label === undefined ? ne(item.status, 'refused') : eq(item.status, 'decide'),
        items ? isAmong(item.place, items) : undefined,
      )
      const labelled = sql`(select key from json_each(${item.readings}) where value ->> 'label' = ${label} limit 1)`
      const isLabelled = label === undefined ? undefined : sql`${labelled} is not null`
      const isPossible = reading == null ? undefined : sql`json_array_length(${item.readings}) > ${reading}`
      // A duplicate inside the file has no question to replace.
      const isReplaceable = action === 'replace' || action === 'version' ? isNotNull(item.duplicateId) : undefined
      const set = {
        ...(reading !== undefined && { reading }),
        ...(label !== undefined && { reading: sql`${labelled}` }),
        ...(action !== undefined && { action }),
      }
      const changed = await db
        .update(item)
        .set(set)
        .where(and(isMeant, isPossible, isLabelled, isReplaceable))
        .returning({ place: item.place })
      return changed.length
    },
    /** The first of these places that has no question to add. */
    firstUnusable: async (importId: string, places: readonly number[]): Promise<number | undefined> => {
      const usable = await db
        .select({ place: item.place })
        .from(item)
        .where(and(eq(item.importId, importId), isAmong(item.place, places), isNotNull(item.reading)))
      const found = new Set(usable.map(({ place }) => place))
      return places.find((place) => !found.has(place))
    },
    /** Skips all items but these. */
    keepOnly: async (importId: string, places: readonly number[]) => {
      await db
        .update(item)
        .set({ action: 'skip' })
        .where(and(eq(item.importId, importId), sql`not (${isAmong(item.place, places)})`))
      await db
        .update(item)
        .set({ action: 'add' })
        .where(and(eq(item.importId, importId), isAmong(item.place, places), eq(item.action, 'skip')))
    },
    /** Items still to be added, after a place. */
    waiting: async (importId: string, after: number, limit: number): Promise<ItemRow[]> =>
      db
        .select()
        .from(item)
        .where(and(eq(item.importId, importId), gt(item.place, after), isToAdd, isNull(item.version)))
        .orderBy(asc(item.place))
        .limit(limit),
    /** The questions that an import has added so far. */
    questionIds: async (importId: string): Promise<string[]> =>
      (
        await db
          .select({ id: item.questionId })
          .from(item)
          .where(and(eq(item.importId, importId), isNotNull(item.questionId)))
      ).flatMap(({ id }) => id ?? []),
    updateItem: async (importId: string, place: number, row: Partial<ItemRow>) => {
      await db
        .update(item)
        .set(row)
        .where(and(eq(item.importId, importId), eq(item.place, place)))
    },
    /** Stores the new question of each of these places. */
    setQuestions: async (importId: string, questionIds: ReadonlyMap<number, string>) => {
      const ids = JSON.stringify(Object.fromEntries(questionIds))
      await db
        .update(item)
        .set({ questionId: sql`${ids} ->> ('$."' || ${item.place} || '"')`, version: 1 })
        .where(and(eq(item.importId, importId), isAmong(item.place, [...questionIds.keys()])))
    },
    /** Items before a place that added a question, last first. */
    added: async (importId: string, before: number, limit: number): Promise<ItemRow[]> =>
      db
        .select()
        .from(item)
        .where(and(eq(item.importId, importId), lt(item.place, before), isNotNull(item.version)))
        .orderBy(desc(item.place))
        .limit(limit),
    /** Search texts of the questions in use, by the time of their last change. @param after the last one already read */
    searchTexts: async (
      { collegeId }: Pick<AuthorScope, 'collegeId'>,
      after: { updatedAt: number; id: string },
      limit: number,
    ) =>
      db
        .select({ id: bankQuestions.id, updatedAt: bankQuestions.updatedAt, text: bankTexts.questionText })
        .from(bankQuestions)
        .innerJoin(bankTexts, eq(bankTexts.questionId, bankQuestions.id))
        .where(
          and(
            isNull(bankQuestions.retiredAt),
            sql`(${bankQuestions.updatedAt}, ${bankQuestions.id}) > (${after.updatedAt}, ${after.id})`,
            collegeId === null ? sql`+${bankQuestions.collegeId} is null` : eq(bankQuestions.collegeId, collegeId),
          ),
        )
        .orderBy(asc(bankQuestions.updatedAt), asc(bankQuestions.id))
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
    unretire: async (ids: readonly string[]) => {
      await db.update(bankQuestions).set({ retiredAt: null }).where(isAmong(bankQuestions.id, ids))
    },
    /** Marks items as final, so that they cannot be undone, and undone ones as not added. */
    forget: async (importId: string, items: readonly ItemRow[], undone: readonly ItemRow[]) => {
      const isOne = (some: readonly ItemRow[]) => and(eq(item.importId, importId), isAmong(item.place, placesOf(some)))
      await db.update(item).set({ version: null }).where(isOne(items))
      await db.update(item).set({ questionId: null }).where(isOne(undone))
    },
    /** Names of the images that questions of the bank and of tests show. */
    shownImages: async (): Promise<Set<string>> => {
      const texts = (table: typeof bankVersions | typeof questions) => {
        const text = sql<string>`coalesce(${table.questionImageUrl}, '') || ' ' || coalesce(${table.passage}, '') || ' ' ||
          ${table.questionText} || ' ' || ${table.body} || ' ' || ${table.key} || ' ' || coalesce(${table.explanation}, '')`
        return db.select({ text }).from(table).where(sql`instr(${text}, '/images/') > 0`)
      }
      const rows = [...(await texts(bankVersions)), ...(await texts(questions))]
      return new Set(
        rows.flatMap(({ text }) => [...text.matchAll(/\/images\/([\w.-]+)/g)].map(([, name = '']) => name)),
      )
    },
  }
})
