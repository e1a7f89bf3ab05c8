import { lookUp, router } from '#server/trpc/init.ts'
import { staff, student } from '#server/trpc/procedures.ts'
import {
  journalAnswer,
  journalQuery,
  journalsAnswer,
  journalsQuery,
  recordForm,
} from '#shared/journals/journals.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { requireOwnAttempt } from '../attempts/files.ts'
import { findJournals, getJournal } from './journals.ts'
import { recordJournal } from './record.ts'

/** How programs in tests were written. */
export const journalsRouter = router({
  record: student
    .input(byId)
    .use(lookUp((ctx, id) => requireOwnAttempt(ctx.app.db.read, ctx.scope, id)))
    .meta({
      rest: 'POST /attempts/{id}/journal',
      summary: 'Record how programs are written during an attempt; repeating a chunk changes nothing',
    })
    .input(recordForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => recordJournal(ctx.app, ctx.scope, input.id, input)),
  get: staff
    .meta({ rest: 'GET /attempts/{id}/journal', summary: 'Get the journal of how a program in an attempt was written' })
    .input(journalQuery.extend(byId.shape))
    .output(journalAnswer)
    .query(({ ctx, input }) => getJournal(ctx.app, ctx.reach, input.id, input.questionId)),
  list: staff
    .meta({
      rest: 'GET /tests/{id}/journals',
      summary: 'List facts about how the programs in a test were written: evidence to look at, never a verdict',
    })
    .input(journalsQuery.extend(byId.shape))
    .output(journalsAnswer)
    .query(({ ctx, input }) => findJournals(ctx.app, ctx.reach, input.id, input)),
})
