import { downloadedFile } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { author } from '#server/trpc/procedures.ts'
import {
  bankBatchAnswer,
  bankBatchForm,
  bankList,
  bankQuery,
  bankQuestionAnswer,
  bankQuestionForm,
  bankVersionList,
  similarForm,
  similarList,
  tagList,
  topicList,
} from '#shared/bank/bank.schema.ts'
import { bankExportQuery, exportCheck } from '#shared/bank/import.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { requireOwnTests, requireOwnTestsEver } from '../colleges/own-tests.ts'
import {
  createQuestion,
  createQuestions,
  deleteQuestion,
  findQuestions,
  findSimilar,
  findTags,
  findTopics,
  findVersions,
  getQuestion,
  requireQuestion,
  setRetired,
  updateQuestion,
} from './bank.ts'
import { checkExport, exportQuestions, questionsToExport } from './export-questions.ts'

const mebibyte = 1024 * 1024

/** A college that loses permission to write can still read its bank. */
const reader = author(requireOwnTestsEver)
const writer = author(requireOwnTests)

/** Looks up the question before validating its form: returns 404 before 400. */
const ofQuestion = writer.input(byId).use(lookUp((ctx, id) => requireQuestion(ctx.app.db.read, ctx.author, id)))

/** The question bank, with all question types except coding. */
export const bankRouter = router({
  create: writer
    .meta({ rest: 'POST /bank/questions', status: 201, summary: 'Add a question to the bank' })
    .input(bankQuestionForm)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => createQuestion(ctx.app, ctx.author, ctx.actor, input)),
  createMany: writer
    .meta({
      rest: 'POST /bank/questions/batch',
      status: 201,
      bodyLimit: 16 * mebibyte,
      summary: 'Add several questions to the bank, or none if one is invalid',
    })
    .input(bankBatchForm)
    .output(bankBatchAnswer)
    .mutation(({ ctx, input }) => createQuestions(ctx.app, ctx.author, ctx.actor, input)),
  list: reader
    .meta({ rest: 'GET /bank/questions', summary: 'List questions in the bank in their latest version' })
    .input(bankQuery)
    .output(bankList)
    .query(({ ctx, input }) => findQuestions(ctx.app, ctx.author, input)),
  similar: reader
    .meta({ rest: 'POST /bank/questions/similar', summary: 'List questions with similar text' })
    .input(similarForm)
    .output(similarList)
    .mutation(({ ctx, input }) => findSimilar(ctx.app, ctx.author, input)),
  topics: reader
    .meta({ rest: 'GET /bank/topics', summary: 'List the topics in use, with question counts' })
    .output(topicList)
    .query(({ ctx }) => findTopics(ctx.app, ctx.author)),
  tags: reader
    .meta({ rest: 'GET /bank/tags', summary: 'List the tags in use, with question counts' })
    .output(tagList)
    .query(({ ctx }) => findTags(ctx.app, ctx.author)),
  checkExport: reader
    .meta({ rest: 'GET /bank/export/check', summary: 'List what a format cannot hold of the questions' })
    .input(bankExportQuery)
    .output(exportCheck)
    .query(({ ctx, input: { format, ...query } }) =>
      checkExport(format, questionsToExport(ctx.app, ctx.author, query)),
    ),
  export: reader
    .meta({ rest: 'GET /bank/export', summary: 'Download questions as QTI 3, Moodle XML, GIFT, CSV, JSON or XLSX' })
    .input(bankExportQuery)
    .output(downloadedFile)
    .query(({ ctx, input: { format, ...query } }) =>
      exportQuestions(ctx.app, format, 'Question bank', questionsToExport(ctx.app, ctx.author, query)),
    ),
  get: reader
    .meta({ rest: 'GET /bank/questions/{id}', summary: 'Get a question from the bank' })
    .input(byId)
    .output(bankQuestionAnswer)
    .query(({ ctx, input }) => getQuestion(ctx.app, ctx.author, input.id)),
  update: ofQuestion
    .meta({ rest: 'PUT /bank/questions/{id}', summary: 'Add a version to a question; tests keep the one they use' })
    .input(bankQuestionForm)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => updateQuestion(ctx.app, ctx.author, ctx.actor, input.id, input)),
  delete: writer
    .meta({ rest: 'DELETE /bank/questions/{id}', summary: 'Delete a question that no test uses' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteQuestion(ctx.app, ctx.author, ctx.actor, input.id)),
  versions: reader
    .meta({ rest: 'GET /bank/questions/{id}/versions', summary: 'List the versions of a question, newest first' })
    .input(byId)
    .output(bankVersionList)
    .query(({ ctx, input }) => findVersions(ctx.app, ctx.author, input.id)),
  retire: writer
    .meta({ rest: 'POST /bank/questions/{id}/retire', summary: 'Stop offering a question for new tests' })
    .input(byId)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => setRetired(ctx.app, ctx.author, ctx.actor, input.id, true)),
  restore: writer
    .meta({ rest: 'POST /bank/questions/{id}/restore', summary: 'Restore a retired question' })
    .input(byId)
    .output(bankQuestionAnswer)
    .mutation(({ ctx, input }) => setRetired(ctx.app, ctx.author, ctx.actor, input.id, false)),
})
