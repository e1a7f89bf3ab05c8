import { type ItemRow, importRepo } from '#server/features/bank/import/import.repo.ts'
import { newId } from '#server/platform/id.ts'
import type { Actor } from '#server/platform/platform.ts'
import { readQuestion } from '#shared/bank/import.schema.ts'
import type { World } from './world.ts'

/** A question as a reader returns it, with its subject filled in. */
export const importedQuestion = (fields: object = {}) =>
  readQuestion.parse({
    subject: 'Technical',
    questionText: 'Which structure is last in, first out?',
    options: { A: 'Stack', B: 'Queue' },
    correctAnswer: 'A',
    ...fields,
  })

/** Stores an import that waits for decisions, as if its file had been read. */
export async function storedImport(
  world: World,
  { id: createdBy, collegeId }: Pick<Actor, 'id' | 'collegeId'>,
  fileName: string,
  items: readonly Partial<ItemRow>[] = [{}],
): Promise<{ id: string }> {
  const id = newId()
  const createdAt = world.clock.now()
  await world.platform.db.write(async (tx) => {
    await importRepo(tx).insert({
      ...{ id, collegeId, fileName, format: 'gift', state: 'ready', progress: 1, error: null, subject: 'Technical' },
      ...{ mapping: [], images: [], createdBy, createdAt, confirmedAt: null },
    })
    await importRepo(tx).insertItems(
      items.map((item, place) => ({
        ...{ importId: id, place, status: 'taken', title: `Question ${place + 1}`, category: '' },
        ...{ line: null, file: null, reason: null, reading: 0, action: 'add' },
        readings: [
          { label: '', losses: [], question: importedQuestion({ questionText: `${fileName} ${place + 1}?` }) },
        ],
        ...{ duplicateKind: null, duplicateId: null, questionId: null, version: null, before: null },
        ...item,
      })),
    )
  })
  return { id }
}
