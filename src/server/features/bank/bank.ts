import type { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/id.ts'
import { unusablePattern } from '#server/platform/patterns.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { similarityOf, wordsOf } from '#shared/bank/bank.rules.ts'
import type { BankBatchForm, BankQuery, BankQuestionForm, bankQuestion } from '#shared/bank/bank.schema.ts'
import { joinFields, patternsIn, splitFields } from '#shared/bank/question-parts.rules.ts'
import { searchTextOf } from '#shared/bank/search-text.rules.ts'
import { paginate } from '#shared/schema.ts'
import { recordAudit } from '../audit/audit.ts'
import { editConflict, invalidPattern, isUsed, questionNotFound } from './bank.errors.ts'
import { type BankRow, bankRepo, type FullRow, type HeldVersion, type VersionRow } from './bank.repo.ts'
import { requireMarkers } from './entered.ts'

/** A question as the API presents it. */
export const presentQuestion = ({ question, content, author }: FullRow) =>
  ({
    id: question.id,
    version: content.version,
    subject: question.subject,
    topic: question.topic,
    difficulty: question.difficulty,
    tags: question.tags,
    language: question.language,
    source: question.source,
    notes: question.notes,
    author,
    retired: question.retiredAt !== null,
    facility: question.facility,
    createdAt: question.createdAt,
    updatedAt: question.updatedAt,
    questionText: content.questionText,
    questionImageUrl: content.questionImageUrl,
    passage: content.passage,
    marks: content.marks,
    ...(content.penalty !== null && { penalty: content.penalty }),
    explanation: content.explanation,
    ...joinFields(content),
    ...(content.type === 'single' && { type: content.type }),
  }) as z.input<typeof bankQuestion>

/** @param field prefix of the question's fields in the form @throws VALIDATION for an unusable regular expression */
function requirePatterns(form: BankQuestionForm, field = '', stored: readonly { pattern: string }[] = []) {
  const bad = unusablePattern(patternsIn(form), new Set(stored.map(({ pattern }) => pattern)))
  if (bad) throw invalidPattern(`${field}${bad.path}`, bad.reason)
}

/** @throws NOT_FOUND */
export async function requireQuestion(db: Db, author: AuthorScope, id: string): Promise<FullRow> {
  const found = await bankRepo(db).find(author, id)
  if (!found) throw questionNotFound()
  return found
}

/** Splits a form into the columns of the question and its version. Drizzle ignores unknown fields. */
function columnsOf(form: BankQuestionForm) {
  const { subject, topic, difficulty, tags, language, source, notes } = form
  const { questionText, questionImageUrl, passage, marks, penalty, explanation } = form
  const content = { questionText, questionImageUrl, passage, marks, penalty, explanation, ...splitFields(form) }
  return { about: { subject, topic, difficulty, tags, language, source, notes, type: content.type }, content }
}

/** Truncated to keep the log readable. */
const nameOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100)

/** The owner reads every audit entry, but not the text of a college's questions. */
const entryOf = (
  verb: 'create' | 'update' | 'retire' | 'restore' | 'delete',
  { collegeId }: Pick<AuthorScope, 'collegeId'>,
  id: string,
  text: string,
) => {
  const name = collegeId === null ? nameOf(text) : 'A question of the college'
  return { action: `bank_question.${verb}`, subject: { type: 'bank_question', id, name } } as const
}

/** Adds questions with their first versions, without audit entries. @returns their ids */
export async function addQuestions(
  tx: Db,
  { collegeId }: Pick<AuthorScope, 'collegeId'>,
  createdBy: string | null,
  now: number,
  forms: readonly BankQuestionForm[],
): Promise<string[]> {
  const stamp = { createdBy, createdAt: now }
  const rows = forms.map((form) => {
    const id = newId()
    const { about, content } = columnsOf(form)
    const state = { version: 1, updatedAt: now, facility: null, retiredAt: null }
    const question: BankRow = { ...about, ...state, ...stamp, collegeId, id }
    const version: VersionRow = { ...content, ...stamp, questionId: id, version: 1 }
    return { question, version, text: { questionId: id, ...searchTextOf(form) } }
  })
  const repo = bankRepo(tx)
  await repo.insert(rows.map(({ question }) => question))
  await repo.insertVersions(rows.map(({ version }) => version))
  await repo.insertTexts(rows.map(({ text }) => text))
  return rows.map(({ question }) => question.id)
}

async function insertQuestion(tx: Db, author: AuthorScope, actor: Actor, now: number, form: BankQuestionForm) {
  const [id = ''] = await addQuestions(tx, author, actor.id, now, [form])
  await recordAudit(tx, now, actor, entryOf('create', author, id, form.questionText))
  return id
}

/** Adds a version to a question, without an audit entry. @returns the version's number */
export async function addVersion(
  tx: Db,
  question: Pick<BankRow, 'id' | 'version'>,
  createdBy: string | null,
  now: number,
  form: BankQuestionForm,
): Promise<number> {
  const { id } = question
  const version = question.version + 1
  const { about, content } = columnsOf(form)
  await bankRepo(tx).insertVersions([{ ...content, questionId: id, version, createdBy, createdAt: now }])
  await bankRepo(tx).update(id, { ...about, version, updatedAt: now })
  await bankRepo(tx).putText({ questionId: id, ...searchTextOf(form) })
  return version
}

/** @throws VALIDATION for an invalid regular expression or gap marker */
export async function createQuestion(app: Services, author: AuthorScope, actor: Actor, form: BankQuestionForm) {
  requirePatterns(form)
  requireMarkers(form, undefined)
  const id = await app.db.write((tx) => insertQuestion(tx, author, actor, app.clock.now(), form))
  return getQuestion(app, author, id)
}

/** Adds all of the questions or none. @throws VALIDATION for an invalid regular expression or gap marker */
export async function createQuestions(app: Platform, author: AuthorScope, actor: Actor, { questions }: BankBatchForm) {
  for (const [place, form] of questions.entries()) {
    requirePatterns(form, `questions.${place}.`)
    requireMarkers(form, undefined, `questions.${place}.`)
  }
  const ids = await app.db.write(async (tx) => {
    const added: string[] = []
    for (const form of questions) added.push(await insertQuestion(tx, author, actor, app.clock.now(), form))
    return added
  })
  return { questions: ids.map((id) => ({ id, version: 1 })) }
}

/** @throws NOT_FOUND */
export async function getQuestion(app: Services, author: AuthorScope, id: string) {
  await app.facilities.refreshForList()
  return { question: presentQuestion(await requireQuestion(app.db.read, author, id)) }
}

/**
 * Adds a version to a question. Existing tests keep their version.
 * @throws NOT_FOUND; CONFLICT if the form is based on an older version
 */
export async function updateQuestion(
  app: Services,
  author: AuthorScope,
  actor: Actor,
  id: string,
  form: BankQuestionForm,
) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { question, content: stored } = await requireQuestion(tx, author, id)
    requirePatterns(form, '', patternsIn(joinFields(stored)))
    requireMarkers(form, stored)
    if (form.baseVersion !== undefined && form.baseVersion !== question.version) throw editConflict()
    const version = await addVersion(tx, question, actor.id, now, form)
    await recordAudit(tx, now, actor, { ...entryOf('update', author, id, form.questionText), detail: { version } })
  })
  return getQuestion(app, author, id)
}

/** A page of the bank. */
export async function findQuestions(app: Services, author: AuthorScope, query: BankQuery) {
  await app.facilities.refreshForList()
  const repo = bankRepo(app.db.read)
  const { ids, total } = await repo.page(author, query)
  const rows = new Map((await repo.latest(author, ids)).map((row) => [row.question.id, row]))
  return {
    questions: ids.flatMap((id) => rows.get(id) ?? []).map(presentQuestion),
    pagination: paginate(query, total),
    ...(query.search && (await app.searchTexts.areMissing(app.db.read)) && { indexing: true as const }),
  }
}

/** All versions of a question, newest first. @throws NOT_FOUND */
export async function findVersions(app: Platform, author: AuthorScope, id: string) {
  const { question } = await requireQuestion(app.db.read, author, id)
  const versions = await bankRepo(app.db.read).versions(id)
  return {
    versions: versions.map(({ content, author }) => ({
      version: content.version,
      author,
      createdAt: content.createdAt,
      question: presentQuestion({ question, content, author }),
    })),
  }
}

/** Retires a question so that it is not offered for new tests, or restores it. @throws NOT_FOUND */
export async function setRetired(app: Services, author: AuthorScope, actor: Actor, id: string, isRetired: boolean) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { question, content } = await requireQuestion(tx, author, id)
    if ((question.retiredAt !== null) === isRetired) return
    await bankRepo(tx).update(id, { retiredAt: isRetired ? now : null, updatedAt: now })
    await recordAudit(tx, now, actor, entryOf(isRetired ? 'retire' : 'restore', author, id, content.questionText))
  })
  return getQuestion(app, author, id)
}

/** @throws NOT_FOUND; CONFLICT if a test contains it */
export async function deleteQuestion(app: Platform, author: AuthorScope, actor: Actor, id: string) {
  const now = app.clock.now()
  await app.db.write(async (tx) => {
    const { content } = await requireQuestion(tx, author, id)
    if (await bankRepo(tx).isUsed(id)) throw isUsed()
    await bankRepo(tx).remove(id)
    await recordAudit(tx, now, actor, entryOf('delete', author, id, content.questionText))
  })
  return { message: 'Question deleted successfully' }
}

/**
 * Maximum candidates compared, words looked up and questions returned. More words would take longer and find little
 * more, because short words occur in most questions.
 */
const compared = 60
const maxWords = 12
const maxSimilar = 5
/** Maximum tags listed. */
const maxTags = 500
/** Minimum similarity of a listed question, as a percentage. */
const leastSimilarity = 20

/** Finds questions with similar text, most similar first. @param id a question to exclude */
export async function findSimilar(
  app: Platform,
  author: AuthorScope,
  { questionText, id }: { questionText: string; id?: string | undefined },
) {
  // Long words are more distinctive than short ones.
  const words = [...new Set(wordsOf(questionText))].sort((a, b) => b.length - a.length).slice(0, maxWords)
  if (words.length === 0) return { questions: [] }
  const found = (await bankRepo(app.db.read).withWords(author, words, compared)).filter((row) => row.id !== id)
  const rows = await bankRepo(app.db.read).latest(
    author,
    found.map((row) => row.id),
  )
  return {
    questions: rows
      .map(({ question, content }) => ({
        id: question.id,
        questionText: content.questionText,
        similarity: similarityOf(questionText, content.questionText),
      }))
      .filter(({ similarity }) => similarity >= leastSimilarity)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, maxSimilar),
  }
}

/** Content of these versions. Omits versions that do not exist. */
export const findHeldVersions = (db: Db, author: AuthorScope, held: readonly HeldVersion[]) =>
  bankRepo(db).heldVersions(author, held)

/** Latest versions of these questions, without content. Omits questions that do not exist. */
export const findLatestVersions = (db: Db, author: AuthorScope, ids: readonly string[]): Promise<HeldVersion[]> =>
  bankRepo(db).latestVersions(author, ids)

/** The topics of these questions, by id. Omits questions that do not exist. */
export const findTopicsOf = async (db: Db, author: AuthorScope, ids: readonly string[]) =>
  new Map((await bankRepo(db).topicsOf(author, ids)).map(({ id, topic }) => [id, topic]))

/** Tests that contain a version of a question, newest first. */
export const testsContaining = (db: Db, author: AuthorScope, id: string, limit: number) =>
  bankRepo(db).usage(author, id, limit)

/** Tags in use, each with its number of questions. */
export const findTags = async (app: Platform, author: AuthorScope) => ({
  tags: await bankRepo(app.db.read).tags(author, maxTags),
})

/** Topics in use, each with its number of questions. */
export const findTopics = async (app: Platform, author: AuthorScope) => ({
  topics: await bankRepo(app.db.read).topics(author),
})
