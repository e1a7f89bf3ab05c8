import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { maxImportItems } from '#shared/bank/import.rules.ts'
import { joinFields } from '#shared/bank/question-parts.rules.ts'
import { searchTextOf } from '#shared/bank/search-text.rules.ts'
import { type BankRow, bankRepo } from '../bank.repo.ts'
import { questionsPerJob } from './confirm.ts'
import { recordImport, requireImport } from './diagnosis.ts'
import { importNotFound, stillReading } from './import.errors.ts'
import { type ItemRow, importRepo } from './import.repo.ts'
import { deleteImages } from './media.ts'
import { undoRepo } from './undo.repo.ts'

/** Undoes items whose question nobody has used or changed. @returns how many */
async function removeItems(tx: Db, author: AuthorScope, importId: string, items: readonly ItemRow[]): Promise<number> {
  const repo = undoRepo(tx)
  const untouched = await repo.untouched(author, importId, items)
  const undone = items.filter(({ place }) => untouched.has(place))
  const changed = undone.filter(({ before }) => before)
  const added = undone.filter(({ before }) => !before)
  for (const { before } of changed) await restoreVersion(tx, before as unknown as BankRow)
  await repo.removeVersions(changed)
  await repo.unretireReplaced(importId, added)
  await repo.removeQuestions(added.flatMap(({ questionId }) => questionId ?? []))
  await repo.forget(importId, items, undone)
  return undone.length
}

/** Makes an earlier version the latest one again. The question stays retired if somebody retired it since. */
async function restoreVersion(tx: Db, question: BankRow) {
  const { facility: _changes, retiredAt: _remains, ...fields } = question
  await bankRepo(tx).update(question.id, fields)
  const [found] = await bankRepo(tx).latestOfAll([question.id])
  if (!found) return
  const { topic, tags, source, notes } = question
  const { questionText, passage, explanation } = found.content
  const about = { topic, tags, source, notes, questionText, passage, explanation }
  await bankRepo(tx).putText({ questionId: question.id, ...searchTextOf({ ...about, ...joinFields(found.content) }) })
}

/** The items before the second one with the same question, whose version is the latest once the first is undone. */
function untilRepeated(items: readonly ItemRow[]): readonly ItemRow[] {
  const ids = items.map(({ questionId }) => questionId)
  const end = ids.findIndex((id, place) => id !== null && ids.indexOf(id) < place)
  return end < 0 ? items : items.slice(0, end)
}

/** Deletes images. Keeps those that questions show: kept ones, copies in tests, and those of other imports. */
async function deleteUnused(app: Services, images: readonly string[]) {
  if (images.length === 0) return
  const shown = await undoRepo(app.db.read).shownImages()
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
      await importRepo(tx).update(id, { state: 'failed', error: 'The import was discarded' })
      await recordImport(tx, app.clock.now(), actor, 'discard', row)
    })
    await removeImport(app, id)
    await deleteUnused(app, row.images)
    return { removed: 0, kept: 0 }
  }
  let removed = 0
  let kept = 0
  let first = maxImportItems
  while (true) {
    const count = await app.db.write(async (tx) => {
      const items = untilRepeated(await undoRepo(tx).added(id, first, questionsPerJob))
      const undone = await removeItems(tx, author, id, items)
      removed += undone
      kept += items.length - undone
      first = items.at(-1)?.place ?? first
      return items.length
    })
    if (count === 0) break
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

const itemsPerJob = 500

/** Deletes an import in short jobs. */
async function removeImport({ db }: Services, id: string) {
  const removeSome = () => db.write((tx) => importRepo(tx).removeSomeItems(id, itemsPerJob))
  while ((await removeSome()) > 0);
  await db.write((tx) => importRepo(tx).remove(id))
}

const day = 24 * 3_600_000
/** How long an import can be viewed and undone. */
const keptDays = 90

/** Deletes old imports with the images that no question uses. The questions that they added stay. */
export async function deleteOldImports(app: Services) {
  for (const { id, images } of await importRepo(app.db.read).before(app.clock.now() - keptDays * day)) {
    await removeImport(app, id)
    await deleteUnused(app, images)
  }
}
