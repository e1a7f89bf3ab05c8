import { trpcClient } from '#client/lib/trpc.tsx'
import type { SendJournal } from './model/journal-outbox.ts'
import { outcomeOf } from './model/requests.ts'

/** Apart from the other queries, whose schemas are too large for the student's first page. */
export const sendJournal: SendJournal = (id, chunks, signal) =>
  outcomeOf(trpcClient.journals.record.mutate({ id, chunks: [...chunks] }, { signal }), '')
