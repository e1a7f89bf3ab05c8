import { lookUp, router } from '#server/trpc/init.ts'
import { staff, student } from '#server/trpc/procedures.ts'
import { resultsQuery } from '#shared/attempts/attempts.schema.ts'
import {
  objectionAnswer,
  objectionForm,
  objectionOverview,
  objectionQuery,
  objectionQueue,
  ownObjections,
  replyAllAnswer,
  replyAllForm,
  replyAnswer,
  replyForm,
} from '#shared/marking/objections.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { requireAttempt } from '../../attempts/require-attempt.ts'
import { requireMarkable } from '../queue.ts'
import { createObjection, findOwnObjections, withdrawObjection } from './objecting.ts'
import { getObjectionQueue, getObjections } from './objections.ts'
import { replyToAll, replyToObjection, requireObjection } from './replying.ts'

const ofAttempt = student.input(byId).use(lookUp((ctx, id) => requireAttempt(ctx.app, ctx.scope, id)))
const ofTest = staff.input(byId).use(lookUp((ctx, id) => requireMarkable(ctx.app, ctx.reach, id)))

/** Students' objections to questions, and staff replies. */
export const objectionsRouter = router({
  own: ofAttempt
    .meta({ rest: 'GET /tests/{id}/objections/own', summary: 'List your objections to questions of a submitted test' })
    .input(resultsQuery)
    .output(ownObjections)
    .query(({ ctx, input }) => findOwnObjections(ctx.app, ctx.scope, input)),
  create: ofAttempt
    .meta({ rest: 'POST /tests/{id}/objections', status: 201, summary: 'Object to a question of a submitted test' })
    .input(objectionForm)
    .output(objectionAnswer)
    .mutation(({ ctx, input }) => createObjection(ctx.app, ctx.scope, input)),
  withdraw: student
    .meta({ rest: 'DELETE /objections/{id}', summary: 'Withdraw an objection that nobody has answered' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => withdrawObjection(ctx.app, ctx.scope, input.id)),
  overview: staff
    .meta({ rest: 'GET /tests/{id}/objections', summary: 'Count objections to a test, by question' })
    .input(byId)
    .output(objectionOverview)
    .query(({ ctx, input }) => getObjections(ctx.app, ctx.reach, input.id)),
  queue: ofTest
    .meta({
      rest: 'GET /tests/{id}/questions/{questionId}/objections',
      summary: 'List the objections to a question, without names',
    })
    .input(objectionQuery)
    .output(objectionQueue)
    .query(({ ctx, input }) => getObjectionQueue(ctx.app, ctx.reach, ctx.actor, input)),
  reply: staff
    .input(byId)
    .use(lookUp((ctx, id) => requireObjection(ctx.app, ctx.reach, id)))
    .meta({ rest: 'PUT /objections/{id}', summary: 'Accept or reject an objection with a reply' })
    .input(replyForm)
    .output(replyAnswer)
    .mutation(({ ctx, input }) => replyToObjection(ctx.app, ctx.reach, ctx.actor, input)),
  replyAll: ofTest
    .meta({
      rest: 'PUT /tests/{id}/questions/{questionId}/objections',
      summary: 'Accept or reject all open objections to a question',
    })
    .input(replyAllForm)
    .output(replyAllAnswer)
    .mutation(({ ctx, input }) => replyToAll(ctx.app, ctx.reach, ctx.actor, input)),
})
