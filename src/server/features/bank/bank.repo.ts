import { and, asc, count, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { bankImportItems, bankQuestions, bankTexts, bankVersions } from '#drizzle/schema/bank.ts'
import { users } from '#drizzle/schema/members.ts'
import { questions, tests } from '#drizzle/schema/tests.ts'
import { contains, containsPart, equals, isAmong, repository } from '#server/platform/db.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { folded } from '#shared/bank/bank.rules.ts'
import type { BankQuery } from '#shared/bank/bank.schema.ts'
import type { KeyedBody } from '#shared/bank/question-types.rules.ts'
import { wordsOf } from '#shared/search/search.rules.ts'
import type { PoolFilter } from '#shared/tests/pools.schema.ts'

export type BankRow = typeof bankQuestions.$inferSelect
export type TextRow = Omit<typeof bankTexts.$inferSelect, 'id'>
export type VersionRow = Omit<typeof bankVersions.$inferSelect, 'type' | 'body' | 'key'> & KeyedBody

/** A specific version of a question. */
export interface HeldVersion {
  id: string
  version: number
}

/** The latest content of a question with its author's name. */
export interface FullRow {
  question: BankRow
  content: VersionRow
  author: string | null
}

const likeBelow = (topic: string) =>
  sql`${bankQuestions.topic} like ${`${topic.replace(/[\\%_]/g, '\\$&')}/%`} escape '\\'`

const inTopic = (topic: string) => or(eq(bankQuestions.topic, topic), likeBelow(topic))

export const bankRepo = repository((db) => {
  // Unary plus keeps SQLite off the college index, in which all of the owner's questions have the same value.
  const isOf = ({ collegeId }: AuthorScope, column: typeof bankQuestions.collegeId | typeof tests.collegeId) =>
    collegeId === null ? sql`+${column} is null` : eq(column, collegeId)
  const ofAuthor = (author: AuthorScope) => isOf(author, bankQuestions.collegeId)
  // Compare the text first, because parsing the JSON takes longer.
  const hasTag = (tag: string) =>
    and(
      contains(JSON.stringify(tag), bankQuestions.tags),
      sql`exists (select 1 from json_each(${bankQuestions.tags}) where value = ${tag} collate nocase)`,
    )
  const isFrom = (importId: string) =>
    inArray(
      bankQuestions.id,
      db
        .select({ id: bankImportItems.questionId })
        .from(bankImportItems)
        .where(and(eq(bankImportItems.importId, importId), isNotNull(bankImportItems.questionId))),
    )
  const isLatest = and(eq(bankVersions.questionId, bankQuestions.id), eq(bankVersions.version, bankQuestions.version))
  const hasText = eq(bankTexts.questionId, bankQuestions.id)
  const full = () =>
    db
      .select({ question: bankQuestions, content: bankVersions, author: users.name })
      .from(bankQuestions)
      .innerJoin(bankVersions, isLatest)
      .leftJoin(users, eq(users.id, bankQuestions.createdBy))
      .$dynamic()
  /** Every word must occur in the question or its other fields. Both are stored folded, so LIKE needs no folding. */
  const isFound = (search: string, words: readonly string[]) =>
    or(
      and(...words.map((word) => containsPart(word, bankTexts.questionText, bankTexts.otherText))),
      eq(bankTexts.questionId, search),
    )
  const matching = (author: AuthorScope, query: Omit<BankQuery, 'page' | 'limit' | 'sort'>) =>
    and(
      ofAuthor(author),
      query.retired ? isNotNull(bankQuestions.retiredAt) : isNull(bankQuestions.retiredAt),
      query.type ? eq(bankQuestions.type, query.type) : undefined,
      query.subject ? eq(bankQuestions.subject, query.subject) : undefined,
      query.difficulty ? eq(bankQuestions.difficulty, query.difficulty) : undefined,
      query.language ? eq(bankQuestions.language, query.language) : undefined,
      query.topic ? inTopic(query.topic) : undefined,
      query.tag ? hasTag(query.tag) : undefined,
      query.importId ? isFrom(query.importId) : undefined,
    )
  const orders = {
    recent: [desc(bankQuestions.updatedAt), desc(bankQuestions.id)],
    oldest: [asc(bankQuestions.createdAt), asc(bankQuestions.id)],
    text: [asc(bankTexts.questionText), asc(bankQuestions.id)],
    easiest: [sql`${bankQuestions.facility} desc nulls last`, asc(bankQuestions.id)],
    hardest: [sql`${bankQuestions.facility} asc nulls last`, asc(bankQuestions.id)],
  }
  async function page(author: AuthorScope, query: BankQuery): Promise<{ ids: string[]; total: number }> {
    const { search = '', limit, sort } = query
    const words = wordsOf(folded(search))
    const first = (query.page - 1) * limit
    if (words.length > 0) {
      // Scans the texts once for both page and total, and looks up only the questions found.
      const rows = await db
        .select({ id: bankQuestions.id, total: sql<number>`count(*) over ()` })
        .from(bankTexts)
        .crossJoin(bankQuestions)
        .where(and(hasText, isFound(search, words), matching(author, query)))
        .orderBy(...orders[sort])
        .limit(limit)
        .offset(first)
      // A page beyond the end has no row with the total.
      if (rows.length === 0 && first > 0) return { ids: [], total: (await page(author, { ...query, page: 1 })).total }
      return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
    }
    const listed = db.select({ id: bankQuestions.id }).from(bankQuestions).$dynamic()
    const rows = await (sort === 'text' ? listed.leftJoin(bankTexts, hasText) : listed)
      .where(matching(author, query))
      .orderBy(...orders[sort])
      .limit(limit)
      .offset(first)
    return { ids: rows.map(({ id }) => id), total: await db.$count(bankQuestions, matching(author, query)) }
  }
  const drawable = (author: AuthorScope, { subject, topics, difficulty, tags, questionIds }: PoolFilter) =>
    and(
      ofAuthor(author),
      isNull(bankQuestions.retiredAt),
      subject ? eq(bankQuestions.subject, subject) : undefined,
      difficulty ? eq(bankQuestions.difficulty, difficulty) : undefined,
      topics ? or(sql`false`, ...topics.map(inTopic)) : undefined,
      tags ? or(sql`false`, ...tags.map(hasTag)) : undefined,
      questionIds ? isAmong(bankQuestions.id, questionIds) : undefined,
    )
  return {
    find: async (author: AuthorScope, id: string) =>
      full()
        .where(and(eq(bankQuestions.id, id), ofAuthor(author)))
        .get() as FullRow | undefined,
    /** Ids of the questions on a page, and the number of matches. */
    page,
    /** Ids of all matches, by subject and topic. */
    idsByTopic: async (author: AuthorScope, query: Omit<BankQuery, 'page' | 'limit' | 'sort'>): Promise<string[]> => {
      const { search = '' } = query
      const words = wordsOf(folded(search))
      const rows = await db
        .select({ id: bankQuestions.id })
        .from(bankQuestions)
        .leftJoin(bankTexts, hasText)
        .where(and(matching(author, query), words.length === 0 ? undefined : isFound(search, words)))
        .orderBy(asc(bankQuestions.subject), asc(bankQuestions.topic), ...orders.oldest)
      return rows.map(({ id }) => id)
    },
    /** All versions of a question, newest first. */
    versions: async (id: string) =>
      (await db
        .select({ content: bankVersions, author: users.name })
        .from(bankVersions)
        .leftJoin(users, eq(users.id, bankVersions.createdBy))
        .where(eq(bankVersions.questionId, id))
        .orderBy(desc(bankVersions.version))) as { content: VersionRow; author: string | null }[],
    insert: async (rows: BankRow[]) => {
      await db.insert(bankQuestions).values(rows)
    },
    update: async (id: string, row: Partial<BankRow>) => {
      await db.update(bankQuestions).set(row).where(eq(bankQuestions.id, id))
    },
    insertVersions: async (rows: VersionRow[]) => {
      await db.insert(bankVersions).values(rows)
    },
    insertTexts: async (rows: TextRow[]) => {
      await db.insert(bankTexts).values(rows)
    },
    remove: async (id: string) => {
      await db.delete(bankQuestions).where(eq(bankQuestions.id, id))
    },
    /** Stores a question's search text. */
    putText: async (row: TextRow) => {
      const { questionText, otherText } = row
      await db
        .insert(bankTexts)
        .values(row)
        .onConflictDoUpdate({ target: bankTexts.questionId, set: { questionText, otherText } })
    },
    /** Stores a question's search text unless it has one. */
    addText: async (row: TextRow) => {
      await db.insert(bankTexts).values(row).onConflictDoNothing()
    },
    /** Ids of questions without stored text. */
    withoutText: async (limit: number) => {
      const missing = db.select({ id: bankQuestions.id }).from(bankQuestions).leftJoin(bankTexts, hasText)
      return (await missing.where(isNull(bankTexts.id)).limit(limit)).map(({ id }) => id)
    },
    /** True if questions lack stored text. Compares counts, which needs no join. */
    lacksTexts: async () => (await db.$count(bankQuestions)) > (await db.$count(bankTexts)),
    /** The latest content of these questions, from any bank. */
    latestOfAll: async (ids: readonly string[]) => (await full().where(isAmong(bankQuestions.id, ids))) as FullRow[],
    /** Questions with any of these words, best match first. */
    withWords: async (author: AuthorScope, words: readonly string[], limit: number) =>
      db.all<{ id: string }>(sql`
        select ${bankQuestions.id} as id from bank_words
        join ${bankTexts} on ${bankTexts.id} = bank_words.rowid
        join ${bankQuestions} on ${hasText}
        where bank_words match ${words.map((word) => `"${word}"`).join(' OR ')} and ${ofAuthor(author)}
        order by rank limit ${limit}`),
    topics: async (author: AuthorScope) =>
      db
        .select({ subject: bankQuestions.subject, topic: bankQuestions.topic, questions: count() })
        .from(bankQuestions)
        .where(and(ofAuthor(author), isNull(bankQuestions.retiredAt)))
        .groupBy(bankQuestions.subject, bankQuestions.topic)
        .orderBy(asc(bankQuestions.subject), asc(bankQuestions.topic)),
    /** Tags of questions that are not retired, most used first. Ignores case. */
    tags: async (author: AuthorScope, limit: number) =>
      db.all<{ tag: string; questions: number }>(sql`
        select min(tag.value) as tag, count(*) as questions
        from ${bankQuestions}, json_each(${bankQuestions.tags}) as tag
        where ${and(ofAuthor(author), isNull(bankQuestions.retiredAt))}
        group by tag.value collate nocase order by questions desc, tag limit ${limit}`),
    latestVersions: async (author: AuthorScope, ids: readonly string[]): Promise<HeldVersion[]> =>
      db
        .select({ id: bankQuestions.id, version: bankQuestions.version })
        .from(bankQuestions)
        .where(and(ofAuthor(author), isAmong(bankQuestions.id, ids))),
    /** The content of these versions. */
    heldVersions: async (author: AuthorScope, held: readonly HeldVersion[]) => {
      const pairs = JSON.stringify(held.map(({ id, version }) => [id, version]))
      const rows = await db
        .select({ content: bankVersions })
        .from(bankVersions)
        .innerJoin(bankQuestions, eq(bankQuestions.id, bankVersions.questionId))
        .where(
          and(
            ofAuthor(author),
            sql`(${bankVersions.questionId}, ${bankVersions.version}) in
              (select value ->> 0, value ->> 1 from json_each(${pairs}))`,
          ),
        )
      return rows.map(({ content }) => content as VersionRow)
    },
    /** Tests that contain a version of the question, newest first. Omits tests that changed its key. */
    usage: async (author: AuthorScope, id: string, limit: number) =>
      db
        .select({
          testId: tests.id,
          testName: tests.testName,
          questionId: questions.id,
          version: sql<number>`${questions.bankVersion}`,
          createdAt: tests.createdAt,
        })
        .from(questions)
        .innerJoin(tests, eq(tests.id, questions.testId))
        .where(and(eq(questions.bankQuestionId, id), isNotNull(questions.bankVersion), isOf(author, tests.collegeId)))
        .orderBy(desc(tests.createdAt))
        .limit(limit),
    isUsed: async (id: string) => (await db.$count(questions, equals(questions, { bankQuestionId: id }))) > 0,
    /** Questions that match every given field and are not retired, oldest first. */
    candidates: async (author: AuthorScope, filter: PoolFilter) =>
      (await full()
        .where(drawable(author, filter))
        .orderBy(...orders.oldest)) as FullRow[],
    /** Same as `candidates`, but without the content. */
    candidateFacts: async (author: AuthorScope, filter: PoolFilter) =>
      db
        .select({ id: bankQuestions.id, facility: bankQuestions.facility, difficulty: bankQuestions.difficulty })
        .from(bankQuestions)
        .where(drawable(author, filter))
        .orderBy(...orders.oldest),
    topicsOf: async (author: AuthorScope, ids: readonly string[]) =>
      db
        .select({ id: bankQuestions.id, topic: bankQuestions.topic })
        .from(bankQuestions)
        .where(and(ofAuthor(author), isAmong(bankQuestions.id, ids))),
    /** The latest content of these questions. */
    latest: async (author: AuthorScope, ids: readonly string[]) =>
      (await full().where(and(ofAuthor(author), isAmong(bankQuestions.id, ids)))) as FullRow[],
  }
})
