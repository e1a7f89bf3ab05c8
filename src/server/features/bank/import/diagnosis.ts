import { z } from 'zod'
import type { Db } from '#server/platform/db.ts'
import { LongAnswer, longAnswer } from '#server/platform/long-answer.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import {
  type CategoryMapping,
  type ImportDecision,
  type ImportItemQuery,
  type ImportMapping,
  importDiagnosis,
  importItem,
  type importSummary,
} from '#shared/bank/import.schema.ts'
import { paginate } from '#shared/schema.ts'
import { recordAudit } from '../../audit/audit.ts'
import { alreadyConfirmed, importNotFound, notReadable, stillReading } from './import.errors.ts'
import { type ImportRow, type ItemRow, importRepo, type NamedImport } from './import.repo.ts'
import { splitCategory, topicOf } from './validate.ts'

/** @throws NOT_FOUND */
export async function requireImport(db: Db, author: AuthorScope, id: string): Promise<NamedImport> {
  const found = await importRepo(db).find(author, id)
  if (!found) throw importNotFound()
  return found
}

/** An import that waits for the author's decisions. @throws NOT_FOUND, CONFLICT */
export async function requireReady(db: Db, author: AuthorScope, id: string): Promise<ImportRow> {
  const { row } = await requireImport(db, author, id)
  if (row.state === 'reading') throw stillReading()
  if (row.state === 'failed') throw notReadable()
  if (row.state !== 'ready') throw alreadyConfirmed()
  return row
}

/** @throws an error if the import is gone */
export async function presentImport(
  { db }: Platform,
  { row, author }: NamedImport,
): Promise<z.input<typeof importSummary>> {
  const { taken, loss, decide, refused, ...counts } = await importRepo(db.read).counts(row.id)
  const { fileName, format, state, progress, error, createdAt, confirmedAt } = row
  return {
    importId: row.id,
    ...{ fileName, format, state, progress, error, author, createdAt, confirmedAt },
    totals: { taken, loss, decide, refused },
    ...counts,
  }
}

/** The subject and topic of a category: as chosen, by its first level if that names a subject, or the import's. */
export function placeOf(
  { mapping, subject }: Pick<ImportRow, 'mapping' | 'subject'>,
  category: string,
): Omit<CategoryMapping, 'category'> {
  const chosen = mapping.find((one) => one.category === category)
  if (chosen) return { subject: chosen.subject, topic: chosen.topic }
  const { subject: named = subject, topic } = splitCategory(category)
  return { subject: named, topic: topicOf(topic) }
}

/** True if neither the file nor the author states the subject of a category. */
const hasDefaultSubject = ({ mapping }: ImportRow, category: string) =>
  splitCategory(category).subject === undefined && !mapping.some((one) => one.category === category)

/** A question of the file with its subject and topic. */
export const placed = (row: ImportRow, { category, readings }: ItemRow, reading: number) => {
  const found = readings[reading]
  if (!found) return undefined
  const defaults = [...(found.defaults ?? []), ...(hasDefaultSubject(row, category) ? ['subject'] : [])]
  return { ...found, defaults, question: { ...found.question, ...placeOf(row, category) } }
}

export function presentItem(row: ImportRow, item: ItemRow): z.input<typeof importItem> {
  const { place, status, title, category, reading, duplicateKind, duplicateId, action } = item
  const chosen = reading === null ? undefined : placed(row, item, reading)
  return {
    index: place,
    ...{ status, title, category, action },
    losses: chosen?.losses ?? [],
    ...(item.reason !== null && { reason: item.reason }),
    ...(item.line !== null && { line: item.line }),
    ...(item.file !== null && { file: item.file }),
    ...(chosen && { question: chosen.question }),
    ...(status === 'decide' && { readings: item.readings.flatMap((_, at) => placed(row, item, at) ?? []) }),
    ...(reading !== null && status === 'decide' && { reading }),
    ...(duplicateKind && { duplicate: { kind: duplicateKind, id: duplicateId } }),
    ...(item.questionId !== null && { questionId: item.questionId }),
  }
}

/** An import with the file's categories. @throws NOT_FOUND */
export async function getImport(app: Platform, author: AuthorScope, id: string) {
  const found = await requireImport(app.db.read, author, id)
  const categories = await importRepo(app.db.read).categories(id)
  return {
    import: await presentImport(app, found),
    categories: categories.map((one) => ({ ...one, ...placeOf(found.row, one.category) })),
  }
}

/** A page of the diagnosis. @throws NOT_FOUND */
export async function findItems(app: Platform, author: AuthorScope, id: string, query: ImportItemQuery) {
  const { row } = await requireImport(app.db.read, author, id)
  const repo = importRepo(app.db.read)
  const items = await repo.page(id, query)
  return {
    items: items.map((item) => presentItem(row, item)),
    pagination: paginate(query, await repo.matches(id, query)),
  }
}

const itemsPerTurn = 100

/** The items of a diagnosis, in pages. */
async function* itemPages({ db }: Platform, row: ImportRow) {
  for (let place = 0; ; ) {
    const items = await importRepo(db.read).from(row.id, place, itemsPerTurn)
    yield z.array(importItem).parse(items.map((item) => presentItem(row, item)))
    const last = items.at(-1)
    if (!last) return
    place = last.place + 1
  }
}

export const diagnosisAnswer = longAnswer(importDiagnosis)

/** The diagnosis of the whole file. @throws NOT_FOUND */
export async function diagnose(app: Platform, author: AuthorScope, id: string): Promise<LongAnswer> {
  const found = await requireImport(app.db.read, author, id)
  const { importId, format, state, totals } = await presentImport(app, found)
  const none = async function* () {}
  return new LongAnswer({
    fields: { importId, format, state, totals },
    list: 'items',
    pages: state === 'reading' ? none() : itemPages(app, found.row),
  })
}

/** Chooses readings and actions for many items at once. @returns how many changed @throws NOT_FOUND, CONFLICT */
export async function decideItems(app: Platform, author: AuthorScope, id: string, decision: ImportDecision) {
  const changed = await app.db.write(async (tx) => {
    await requireReady(tx, author, id)
    return importRepo(tx).decide(id, decision)
  })
  return { changed }
}

/** Sets the subjects and topics of categories. @throws NOT_FOUND, CONFLICT */
export async function mapCategories(app: Platform, author: AuthorScope, id: string, { categories }: ImportMapping) {
  await app.db.write(async (tx) => {
    const { mapping } = await requireReady(tx, author, id)
    const changed = new Set(categories.map(({ category }) => category))
    const kept = mapping.filter(({ category }) => !changed.has(category))
    await importRepo(tx).update(id, { mapping: [...kept, ...categories] })
  })
  return getImport(app, author, id)
}

/** Records what happened to an import. */
export const recordImport = (
  tx: Db,
  now: number,
  actor: Actor,
  verb: 'confirm' | 'undo' | 'discard',
  { id, fileName }: ImportRow,
  detail: Record<string, number> = {},
) =>
  recordAudit(tx, now, actor, {
    action: `bank_import.${verb}`,
    subject: { type: 'bank_import', id, name: fileName },
    detail,
  })
