import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Db } from '#server/platform/db.ts'
import type { StudentScope } from '#server/platform/scope.ts'
import type { Services } from '#server/services.ts'
import { type JournalEvent, maxJournalChars } from '#shared/journals/journals.rules.ts'
import type { RecordForm } from '#shared/journals/journals.schema.ts'
import type { StoredChunk } from '#shared/journals/replay.rules.ts'
import { requireJournalled } from '../attempts/code.ts'
import { type ChunkRow, journalsRepo, type Place } from './journals.repo.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/**
 * Stores chunks of an attempt's journals; resolves when they are on disk. Sending a chunk again changes nothing, unless
 * it has grown since.
 * @throws NOT_FOUND for another student's attempt; CONFLICT after it has ended; VALIDATION for other questions
 */
export async function recordJournal(app: Services, scope: StudentScope, attemptId: string, { chunks }: RecordForm) {
  const rows = await Promise.all(
    chunks.map(async ({ events, ...chunk }) => {
      const text = JSON.stringify(events)
      return { ...chunk, attemptId, chars: text.length, events: await deflate(text) }
    }),
  )
  await app.db.write(async (tx) => {
    const questionIds = chunks.map(({ questionId }) => questionId)
    await requireJournalled(app, tx, scope, attemptId, questionIds)
    const receivedAt = app.clock.now()
    for (const row of rows) await storeChunk(tx, { ...row, receivedAt })
  })
  return { message: 'Recorded' }
}

/** Stores a chunk while its journal has room. A full journal's length is the limit itself. */
async function storeChunk(tx: Db, row: ChunkRow): Promise<void> {
  const repo = journalsRepo(tx)
  const before = await repo.charsOfChunk(row)
  if (before !== undefined && before >= row.chars) return
  const total = (await repo.charsOf(row)) - (before ?? 0) + row.chars
  if (total < maxJournalChars) await repo.putChunk(row)
  await repo.putTotal(row, Math.min(total, maxJournalChars))
}

/** A journal's chunks with their events. */
export async function readChunks(db: Db, place: Place): Promise<StoredChunk[]> {
  const read = async ({ questionId, stream, seq, at, receivedAt, events }: ChunkRow) => ({
    ...{ questionId, stream, seq, at, receivedAt },
    events: JSON.parse(String(await inflate(events))) as JournalEvent[],
  })
  return Promise.all((await journalsRepo(db).chunksOf(place)).map(read))
}
