import type { Db } from '#server/platform/db.ts'
import type { Actor } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import type { BankQuestionForm } from '#shared/bank/bank.schema.ts'
import { bankRepo } from '../bank.repo.ts'
import { addQuestions, addVersion } from '../bank.ts'
import { placed, recordImport, requireReady } from './diagnosis.ts'
import { DuplicateFinder } from './duplicates.ts'
import { cannotAddVersion, notDecided, nothingToAdd, repeatedVersion } from './import.errors.ts'
import { type ImportRow, type ItemRow, importRepo } from './import.repo.ts'
import { withKnown } from './new-version.ts'

/** Questions added in one transaction, so that saves of exams wait only briefly. */
export const questionsPerJob = 50

/** Adds the questions of items. */
async function addItems(tx: Db, row: ImportRow, items: readonly ItemRow[], now: number) {
  const repo = importRepo(tx)
  const added: { place: number; form: BankQuestionForm }[] = []
  for (const item of items) {
    const { place, action, duplicateId } = item
    const read = placed(row, item, item.reading ?? 0)
    if (!read) continue
    const { question: form, defaults = [] } = read
    const changesOld = duplicateId !== null && (action === 'version' || action === 'replace')
    const [found] = changesOld ? await bankRepo(tx).latestOfAll([duplicateId]) : []
    // Somebody may retire it while questions are being added.
    const duplicate = found?.question.retiredAt === null ? found : undefined
    if (duplicate && action === 'version') {
      const { question } = duplicate
      const version = await addVersion(tx, question, row.createdBy, now, withKnown(form, duplicate, defaults))
      await repo.updateItem(row.id, place, { questionId: question.id, version, before: { ...question } })
    } else {
      if (duplicate) await bankRepo(tx).update(duplicate.question.id, { retiredAt: now, updatedAt: now })
      added.push({ place, form })
    }
  }
  if (added.length === 0) return
  const questionIds = await addQuestions(
    tx,
    row,
    row.createdBy,
    now,
    added.map(({ form }) => form),
  )
  await repo.setQuestions(row.id, new Map(added.map(({ place }, at) => [place, questionIds[at] ?? ''])))
}

const isAdding = async (tx: Db, id: string) => (await importRepo(tx).inState('adding')).some((row) => row.id === id)

/** Adds the questions that are still missing. Continues where it was interrupted when the server stopped. */
async function addAll(app: Services, row: ImportRow) {
  const { toAdd } = await importRepo(app.db.read).counts(row.id)
  for (let done = 0, last = -1; ; ) {
    const count = await app.db.write(async (tx) => {
      // A confirmation and the job that resumes it may run at the same time, and the first one to end ends both.
      if (!(await isAdding(tx, row.id))) return 0
      const items = await importRepo(tx).waiting(row.id, last, questionsPerJob)
      await addItems(tx, row, items, app.clock.now())
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
 * @throws NOT_FOUND, CONFLICT; VALIDATION if an accepted item is refused or not decided, or cannot be a new version
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
    const { retired, repeated } = await repo.versionConflicts(id)
    if (retired.length > 0) throw cannotAddVersion(retired)
    if (repeated.length > 0) throw repeatedVersion(repeated)
    await repo.update(id, { state: 'adding', progress: 0 })
    await recordImport(tx, app.clock.now(), actor, 'confirm', row, { questions: toAdd })
    return row
  })
  return finishAdding(app, row)
}

/**
 * Skips items whose question was added to the bank since the file was read, such as by another import of the same
 * file. Duplicates that the author knew are added.
 * @returns how many
 */
async function skipAdded(app: Services, row: ImportRow): Promise<number> {
  const repo = importRepo(app.db.read)
  const finder = new DuplicateFinder(app, row, row.createdAt)
  const own = new Set(await repo.questionIds(row.id))
  let skipped = 0
  for (let last = -1; ; ) {
    const items = await repo.waiting(row.id, last, questionsPerJob)
    const duplicates = await finder.find(
      items.map((item) => (item.duplicateKind === 'same' ? undefined : item.readings[item.reading ?? 0]?.question)),
    )
    const found = items.flatMap(({ place }, at) => {
      const { kind, id = null } = duplicates[at] ?? {}
      return kind === 'same' && id !== null && !own.has(id) ? [{ place, id }] : []
    })
    await app.db.write(async (tx) => {
      for (const { place, id } of found)
        await importRepo(tx).updateItem(row.id, place, { action: 'skip', duplicateKind: 'same', duplicateId: id })
    })
    skipped += found.length
    last = items.at(-1)?.place ?? last
    if (items.length < questionsPerJob) return skipped
  }
}

async function finishAdding(app: Services, row: ImportRow) {
  // One at a time, so that each import sees the questions of the others.
  return app.importRunner.inTurn(row.collegeId, async () => {
    const skipped = await skipAdded(app, row)
    await addAll(app, row)
    const { added } = await importRepo(app.db.read).counts(row.id)
    await app.db.write(async (tx) => {
      if (await isAdding(tx, row.id))
        await importRepo(tx).update(row.id, { state: 'confirmed', progress: 1, confirmedAt: app.clock.now() })
    })
    return { added, ...(skipped > 0 && { skipped }) }
  })
}

/** Completes the imports that were interrupted when the server stopped. */
export async function resumeAdding(app: Services) {
  for (const row of await importRepo(app.db.read).inState('adding')) await finishAdding(app, row)
}
