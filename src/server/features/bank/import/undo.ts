import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { maxImportItems } from '#shared/bank/import.rules.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { searchTextOf } from '#shared/bank/search-text.rules.ts'
import { type BankRow, bankRepo, type VersionRow } from '../bank.repo.ts'
import { questionsPerJob } from './confirm.ts'
import { recordImport, requireImport } from './diagnosis.ts'
import { importNotFound, stillReading } from './import.errors.ts'
import { type ItemRow, importRepo } from './import.repo.ts'
import { deleteImages } from './media.ts'

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

const day = 24 * 3_600_000
/** How long an import can be looked at and undone. */
const keptDays = 90

/** Deletes old imports with the images that no question shows. The questions that they added stay. */
export async function deleteOldImports(app: Services) {
  for (const { id, images } of await importRepo(app.db.read).before(app.clock.now() - keptDays * day)) {
    const removeSome = () => app.db.write((tx) => importRepo(tx).removeSomeItems(id, questionsPerJob))
    while ((await removeSome()) > 0);
    await app.db.write((tx) => importRepo(tx).remove(id))
    await deleteUnused(app, images)
  }
}
