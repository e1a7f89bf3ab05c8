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
import { bankImportItems, bankImports, bankQuestions, bankTexts } from '#drizzle/schema/bank.ts'
import { users } from '#drizzle/schema/members.ts'
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
/** Items that confirming adds. */
const isToAdd = and(ne(item.status, 'refused'), ne(item.action, 'skip'), isNotNull(item.reading))
const isUndecided = and(eq(item.status, 'decide'), isNull(item.reading), ne(item.action, 'skip'))

/** Chooses a reading and its duplicate, which is skipped unless the author has decided otherwise. */
function withReading(reading: SQL) {
  const path = sql`'$[' || cast(${reading} as integer) || '].duplicate'`
  const field = (name: string) => sql`json_extract(${item.readings}, ${path} || ${name})`
  const isKnown = sql`json_type(${item.readings}, ${path}) is not null`
  // Another author may have deleted the question.
  const id = sql`(select ${bankQuestions.id} from ${bankQuestions} where ${bankQuestions.id} = ${field('.id')})`
  const kind = sql`case when ${field('.id')} is null or ${id} is not null then ${field('.kind')} end`
  const wasSame = sql`coalesce(${item.duplicateKind} = 'same', false)`
  const action = sql`case
    when coalesce((${kind}) = 'same', false) and not (${wasSame} and ${item.action} <> 'skip') then 'skip'
    when (${wasSame} and ${item.action} = 'skip') or (${item.action} in ('replace', 'version') and ${id} is null) then 'add'
    else ${item.action} end`
  return {
    reading: sql`${reading}`,
    duplicateKind: sql`case when ${isKnown} then ${kind} else ${item.duplicateKind} end`,
    duplicateId: sql`case when ${isKnown} then ${id} else ${item.duplicateId} end`,
    action: sql`case when ${isKnown} then ${action} else ${item.action} end`,
  }
}

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
      const place = label === undefined ? reading : labelled
      const chosen = place == null ? undefined : withReading(sql`${place}`)
      // A duplicate inside the file has no question to replace.
      const duplicateId = chosen?.duplicateId ?? item.duplicateId
      const isReplaceable = action === 'replace' || action === 'version' ? isNotNull(duplicateId) : undefined
      const set = {
        ...chosen,
        ...(reading === null && { reading }),
        ...(action !== undefined && { action }),
      }
      const changed = await db
        .update(item)
        .set(set)
        .where(and(isMeant, isPossible, isLabelled, isReplaceable))
        .returning({ place: item.place })
      return changed.length
    },
    /**
     * The places of items that would add a version to a question that is retired or deleted, and of those that would
     * change a question that another one adds a version to. Places of one question are together.
     */
    versionConflicts: async (importId: string): Promise<{ retired: number[]; repeated: number[][] }> => {
      const rows = await db
        .select({ id: item.duplicateId, retiredAt: bankQuestions.retiredAt, action: item.action, place: item.place })
        .from(item)
        .leftJoin(bankQuestions, eq(bankQuestions.id, item.duplicateId))
        .where(and(eq(item.importId, importId), isToAdd, inArray(item.action, ['version', 'replace'])))
        .orderBy(asc(item.place))
      const isVersion = ({ action }: { action: ItemRow['action'] }) => action === 'version'
      const groups = Map.groupBy(rows, ({ id }) => id)
      return {
        retired: rows
          .filter((row) => isVersion(row) && (row.id === null || row.retiredAt !== null))
          .map(({ place }) => place),
        repeated: [...groups]
          .filter(([id, group]) => id !== null && group.length > 1 && group.some(isVersion))
          .map(([, group]) => group.map(({ place }) => place)),
      }
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
  }
})
