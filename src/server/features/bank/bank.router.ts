import { lookUp, router } from '#server/trpc/init.ts'
import { masterAdmin } from '#server/trpc/procedures.ts'
import {
  bankList,
  bankQuery,
  bankQuestionAnswer,
  bankQuestionForm,
  bankVersionList,
  similarForm,
  similarList,
  topicList,
} from '#shared/bank/bank.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import {
  createQuestion,
  deleteQuestion,
  findQuestions,
  findSimilar,
  findTopics,
  findVersions,
  getQuestion,
  requireQuestion,
  setRetired,
  updateQuestion,
} from './bank.ts'

/** Looks up the question before validating its form: returns 404 before 400. */
const ofQuestion = masterAdmin.input(byId).use(lookUp((ctx, id) => requireQuestion(ctx.app.db.read, id)))

/** The question bank: all types but coding. */
export const bankRouter = router({
  create: masterAdmin
    .meta({ rest: 'POST /bank/questions', status: 201, summary: 'Add a question to the bank' })
    .input(bankQuestionForm)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => createQuestion(ctx.app, ctx.actor, input)),
  list: masterAdmin
    .meta({ rest: 'GET /bank/questions', summary: 'List questions of the bank in their latest version' })
    .input(bankQuery)
    .output(bankList)
    .query(({ ctx, input }) => findQuestions(ctx.app, input)),
  similar: masterAdmin
    .meta({ rest: 'POST /bank/questions/similar', summary: 'List questions with a similar text' })
    .input(similarForm)
    .output(similarList)
    .mutation(({ ctx, input }) => findSimilar(ctx.app, input)),
  topics: masterAdmin
    .meta({ rest: 'GET /bank/topics', summary: 'List the topics in use, with their numbers of questions' })
    .output(topicList)
    .query(({ ctx }) => findTopics(ctx.app)),
  get: masterAdmin
    .meta({ rest: 'GET /bank/questions/{id}', summary: 'Get a question of the bank' })
    .input(byId)
    .output(bankQuestionAnswer)
    .query(({ ctx, input }) => getQuestion(ctx.app, input.id)),
  update: ofQuestion
    .meta({ rest: 'PUT /bank/questions/{id}', summary: 'Add a version to a question; tests keep the one they hold' })
    .input(bankQuestionForm)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => updateQuestion(ctx.app, ctx.actor, input.id, input)),
  delete: masterAdmin
    .meta({ rest: 'DELETE /bank/questions/{id}', summary: 'Delete a question that no test holds' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteQuestion(ctx.app, ctx.actor, input.id)),
  versions: masterAdmin
    .meta({ rest: 'GET /bank/questions/{id}/versions', summary: 'List the versions of a question, newest first' })
    .input(byId)
    .output(bankVersionList)
    .query(({ ctx, input }) => findVersions(ctx.app, input.id)),
  retire: masterAdmin
    .meta({ rest: 'POST /bank/questions/{id}/retire', summary: 'Stop offering a question for new tests' })
    .input(byId)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => setRetired(ctx.app, ctx.actor, input.id, true)),
  restore: masterAdmin
    .meta({ rest: 'POST /bank/questions/{id}/restore', summary: 'Offer a retired question again' })
    .input(byId)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => setRetired(ctx.app, ctx.actor, input.id, false)),
})
