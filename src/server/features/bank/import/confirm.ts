import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { maxImportItems } from '#shared/bank/import.rules.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { searchTextOf } from '#shared/bank/search-text.rules.ts'
import { type BankRow, bankRepo, type VersionRow } from '../bank.repo.ts'
import { addQuestion, addVersion } from '../bank.ts'
import { placed, recordImport, requireImport, requireReady } from './diagnosis.ts'
import { importNotFound, notDecided, nothingToAdd, stillReading } from './import.errors.ts'
import { type ImportRow, type ItemRow, importRepo } from './import.repo.ts'
import { deleteImages } from './media.ts'

/** Questions added in one transaction, so that saves of exams wait only briefly. */
const questionsPerJob = 50

/** Adds an item's question. */
async function addItem(tx: Db, row: ImportRow, item: ItemRow, now: number) {
  const repo = importRepo(tx)
  const form = placed(row, item, item.reading ?? 0)?.question
  if (!form) return
  const [duplicate] = item.duplicateId === null ? [] : await bankRepo(tx).latestOfAll([item.duplicateId])
  if (item.action === 'version' && duplicate) {
    const { question } = duplicate
    const version = await addVersion(tx, question, row.createdBy, now, form)
    await repo.updateItem(row.id, item.place, { questionId: question.id, version, before: { ...question } })
    return
  }
  if (item.action === 'replace' && duplicate)
    await bankRepo(tx).update(duplicate.question.id, { retiredAt: now, updatedAt: now })
  const questionId = await addQuestion(tx, row, row.createdBy, now, form)
  await repo.updateItem(row.id, item.place, { questionId, version: 1 })
}

const isAdding = async (tx: Db, id: string) => (await importRepo(tx).inState('adding')).some((row) => row.id === id)

/** Adds the questions that are still missing. Goes on where a stop of the server interrupted it. */
async function addAll(app: Services, row: ImportRow) {
  const { toAdd } = await importRepo(app.db.read).counts(row.id)
  for (let done = 0, last = -1; ; ) {
    const count = await app.db.write(async (tx) => {
      // A confirmation and the job that resumes it may run at the same time, and the first one to end ends both.
      if (!(await isAdding(tx, row.id))) return 0
      const items = await importRepo(tx).waiting(row.id, last, questionsPerJob)
      for (const item of items) await addItem(tx, row, item, app.clock.now())
      done += items.length
      last = items.at(-1)?.place ?? last
      await importRepo(tx).update(row.id, { progress: Math.min(1, done / Math.max(1, toAdd)) })
      return items.length
    })
    if (count < questionsPerJob) return
  }
}

/**
 * Adds an import's questions to the bank.
 * @param accept places of the items to add, duplicates included; all but the skipped ones if undefined
 * @throws NOT_FOUND, CONFLICT; VALIDATION if an accepted item is refused or not decided
 */
export async function confirmImport(
  app: Services,
  author: AuthorScope,
  actor: Actor,
  id: string,
  accept: readonly number[] | undefined,
) {
  const row = await app.db.write(async (tx) => {
    const row = await requireReady(tx, author, id)
    const repo = importRepo(tx)
    if (accept) {
      const unknown = await repo.firstUnusable(id, accept)
      if (unknown !== undefined) throw notDecided(unknown)
      await repo.keepOnly(id, accept)
    }
    const { toAdd } = await repo.counts(id)
    if (toAdd === 0) throw nothingToAdd()
    await repo.update(id, { state: 'adding', progress: 0 })
    await recordImport(tx, app.clock.now(), actor, 'confirm', row, { questions: toAdd })
    return row
  })
  return finishAdding(app, row)
}

async function finishAdding(app: Services, row: ImportRow) {
  await addAll(app, row)
  const { added } = await importRepo(app.db.read).counts(row.id)
  await app.db.write(async (tx) => {
    if (await isAdding(tx, row.id))
      await importRepo(tx).update(row.id, { state: 'confirmed', progress: 1, confirmedAt: app.clock.now() })
  })
  return { added }
}

/** Adds the rest of the imports that a stop of the server interrupted. */
export async function resumeAdding(app: Services) {
  for (const row of await importRepo(app.db.read).inState('adding')) await finishAdding(app, row)
}

/** Undoes one item, if nobody has used or changed its question. @returns whether it did */
async function removeItem(tx: Db, author: AuthorScope, item: ItemRow): Promise<boolean> {
  const repo = importRepo(tx)
  const { questionId, version, before, duplicateId } = item
  const found = questionId === null ? undefined : await bankRepo(tx).find(author, questionId)
  if (!found || found.question.version !== version) return false
  if (before) {
    if (await repo.isHeld(found.question.id, version)) return false
    await restoreVersion(tx, before as unknown as BankRow)
    await repo.removeVersion(found.question.id, version)
    return true
  }
  if (await repo.isHeld(found.question.id)) return false
  await bankRepo(tx).remove(found.question.id)
  if (item.action === 'replace' && duplicateId !== null) await bankRepo(tx).update(duplicateId, { retiredAt: null })
  return true
}

/** Makes an earlier version the latest one again. */
async function restoreVersion(tx: Db, question: BankRow) {
  const { facility: _changes, ...fields } = question
  await bankRepo(tx).update(question.id, fields)
  const content = (await bankRepo(tx).versions(question.id)).find((one) => one.content.version === question.version)
    ?.content as VersionRow
  const { topic, tags, source, notes } = question
  const { questionText, passage, explanation } = content
  const about = { topic, tags, source, notes, questionText, passage, explanation }
  await bankRepo(tx).putText({ questionId: question.id, ...searchTextOf({ ...about, ...joinFields(content) }) })
}

/** Deletes images. Keeps those that questions show: kept ones, and copies in tests that were changed since. */
async function deleteUnused(app: Services, images: readonly string[]) {
  if (images.length === 0) return
  const shown = await importRepo(app.db.read).shownImages()
  await deleteImages(
    app,
    images.filter((name) => !shown.has(name)),
  )
}

/**
 * Undoes a confirmed import, or discards one that is not confirmed. Questions that a test uses or somebody changed
 * are kept.
 * @throws NOT_FOUND, CONFLICT while it is being read or added
 */
export async function undoImport(app: Services, author: AuthorScope, actor: Actor, id: string) {
  const { row } = await requireImport(app.db.read, author, id)
  if (row.state === 'adding') throw stillReading()
  if (row.state === 'reading') app.importRunner.cancel(id)
  if (row.state !== 'confirmed') {
    await app.db.write(async (tx) => {
      await importRepo(tx).remove(id)
      await recordImport(tx, app.clock.now(), actor, 'discard', row)
    })
    await deleteUnused(app, row.images)
    return { removed: 0, kept: 0 }
  }
  let removed = 0
  let kept = 0
  let first = maxImportItems
  while (true) {
    const count = await app.db.write(async (tx) => {
      const items = await importRepo(tx).added(id, first, questionsPerJob)
      for (const item of items) {
        const isRemoved = await removeItem(tx, author, item)
        if (isRemoved) removed++
        else kept++
        await importRepo(tx).updateItem(id, item.place, { version: null, ...(isRemoved && { questionId: null }) })
      }
      first = items.at(-1)?.place ?? first
      return items.length
    })
    if (count < questionsPerJob) break
  }
  await app.db.write(async (tx) => {
    const found = await importRepo(tx).find(author, id)
    if (!found) throw importNotFound()
    await importRepo(tx).update(id, { state: 'undone' })
    await recordImport(tx, app.clock.now(), actor, 'undo', row, { removed, kept })
  })
  await deleteUnused(app, row.images)
  return { removed, kept }
}
