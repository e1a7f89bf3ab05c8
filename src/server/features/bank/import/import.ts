import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#server/platform/db.ts'
import {
  deleteOrphanFiles,
  type FileOnDisk,
  imageFolder,
  incomingFolder,
  moveStored,
  shownName,
} from '#server/platform/files.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { maxImportItems } from '#shared/bank/import.rules.ts'
import type { CategoryMapping } from '#shared/bank/import.schema.ts'
import { DomainError } from '#shared/errors.ts'
import { paginate } from '#shared/schema.ts'
import { presentImport, requireImport } from './diagnosis.ts'
import { type Duplicate, DuplicateFinder } from './duplicates.ts'
import { fileUnreadable, tooManyItems } from './import.errors.ts'
import { type ItemRow, importRepo } from './import.repo.ts'
import { deleteImages } from './media.ts'
import type { CheckedItem } from './validate.ts'

/** The duplicate of an undecided item: of the reading whose content is in the bank, or else of any. */
const likeliest = (duplicates: readonly (Duplicate | null)[]) =>
  duplicates.find((one) => one?.kind === 'same') ?? duplicates.find((one) => one !== null)

/** The items of a part of the file, as rows. A duplicate is skipped until the author decides otherwise. */
async function rowsOf(
  importId: string,
  first: number,
  items: readonly CheckedItem[],
  finder: DuplicateFinder,
): Promise<ItemRow[]> {
  const most = Math.max(...items.map(({ readings }) => readings.length))
  const found: (Duplicate | undefined)[][] = []
  for (let reading = 0; reading < most; reading++)
    found.push(
      await finder.find(
        items.map(({ readings }) => readings[reading]?.question),
        reading,
        items.map(({ readings }) => readings.length),
      ),
    )
  return items.map(({ status, title, category, line = null, file = null, reason = null, ...item }, at) => {
    const duplicates = item.readings.map((_, reading) => found[reading]?.[at] ?? null)
    const isRepeated = duplicates.every((one) => one?.kind === 'same' && one.id === null)
    // One reading alone may be that of a question that is still undecided, or that the author decides differently.
    const readings = item.readings.map((one, reading) => {
      const duplicate = duplicates[reading] ?? null
      return { ...one, duplicate: duplicate?.id === null && !isRepeated ? null : duplicate }
    })
    const duplicate = likeliest(readings.map((one) => one.duplicate))
    return {
      ...{ importId, place: first + at, status, title, category, line, file, reason, readings },
      reading: status === 'taken' || status === 'loss' ? 0 : null,
      action: duplicate?.kind === 'same' ? 'skip' : 'add',
      duplicateKind: duplicate?.kind ?? null,
      duplicateId: duplicate?.id ?? null,
      ...{ questionId: null, version: null, before: null },
    }
  })
}

/** Reads a file into its import's items, and deletes it. @throws VALIDATION, CONFLICT if it was cancelled */
async function readFile(app: Services, author: AuthorScope, importId: string, file: FileOnDisk) {
  const { db, config } = app
  const finder = new DuplicateFinder(app, author)
  const images: string[] = []
  const task = { path: file.path, imageFolder: imageFolder(config.dataDir), newFolder: `${file.path}.images` }
  let place = 0
  /** Stores the names first: if the server stops, the files are deleted with the import. */
  const keepImages = async (names: readonly string[]) => {
    images.push(...names)
    await db.write((tx) => importRepo(tx).update(importId, { images }))
    for (const name of names) await moveStored(join(task.newFolder, name), task.imageFolder)
  }
  try {
    await app.importRunner.run(importId, task, async (answer) => {
      if (answer.kind === 'format') return db.write((tx) => importRepo(tx).update(importId, { format: answer.format }))
      if (answer.images.length > 0) await keepImages(answer.images)
      const rows = await rowsOf(importId, place, answer.items, finder)
      place += rows.length
      if (place > maxImportItems) throw fileUnreadable(tooManyItems)
      await db.write(async (tx) => {
        await importRepo(tx).insertItems(rows)
        await importRepo(tx).update(importId, { progress: answer.progress })
      })
    })
    if (place === 0) throw fileUnreadable('The file has no questions')
    await db.write((tx) => importRepo(tx).update(importId, { state: 'ready', progress: 1 }))
  } catch (error) {
    const reason = error instanceof DomainError ? (error.errors?.[0]?.message ?? error.message) : null
    if (reason === null) db.notice(error)
    await db.write((tx) => failImport(tx, importId, reason ?? 'The file could not be read'))
    await deleteImages(app, images)
    throw error
  } finally {
    await rm(file.path, { force: true })
    await rm(task.newFolder, { force: true, recursive: true })
  }
}

/** Keeps an import that failed, with the reason. */
async function failImport(tx: Db, id: string, error: string) {
  await importRepo(tx).removeItems(id)
  await importRepo(tx).update(id, { state: 'failed', error, images: [] })
}

/**
 * Reads a question file, without adding its questions.
 * @param isWaiting true to return once the whole file is read
 * @throws TOO_MANY_REQUESTS; VALIDATION if the file cannot be read, unless reading continues in the background
 */
export async function startImport(
  app: Services,
  author: AuthorScope,
  actor: Actor,
  { file, subject, isWaiting }: { file: FileOnDisk; subject: CategoryMapping['subject']; isWaiting: boolean },
): Promise<string> {
  try {
    app.importRunner.requireSlot()
    const id = newId()
    await app.db.write((tx) =>
      importRepo(tx).insert({
        ...{
          id,
          collegeId: author.collegeId,
          fileName: shownName(file.name, 'questions'),
          format: null,
          state: 'reading',
        },
        ...{ progress: 0, error: null, subject, mapping: [], images: [], createdBy: actor.id },
        ...{ createdAt: app.clock.now(), confirmedAt: null },
      }),
    )
    const reading = readFile(app, author, id, file)
    if (isWaiting) await reading
    // The reason is kept in the import.
    else reading.catch(() => {})
    return id
  } catch (error) {
    await rm(file.path, { force: true })
    throw error
  }
}

/** Marks imports as failed if they were interrupted when the server stopped. */
export async function failInterrupted(app: Services) {
  for (const row of await importRepo(app.db.read).inState('reading')) {
    if (app.importRunner.isRunning(row.id)) continue
    await app.db.write((tx) =>
      failImport(tx, row.id, 'The server stopped while the file was being read. Upload it again'),
    )
    await deleteImages(app, row.images)
  }
}

/** A page of the imports, newest first. */
export async function findImports(app: Services, author: AuthorScope, query: { page: number; limit: number }) {
  const repo = importRepo(app.db.read)
  const imports = []
  for (const found of await repo.list(author, query)) imports.push(await presentImport(app, found))
  return { imports, pagination: paginate(query, await repo.total(author)) }
}

/** Stops reading a file. @throws NOT_FOUND */
export async function cancelImport(app: Services, author: AuthorScope, id: string) {
  await requireImport(app.db.read, author, id)
  app.importRunner.cancel(id)
  return { message: 'Import cancelled' }
}

/** Deletes uploaded files and their images left behind by an invalid call or a stopped server. */
export const deleteIncoming = ({ config, clock }: Services) =>
  deleteOrphanFiles(incomingFolder(config.dataDir), async () => [], clock.now())
