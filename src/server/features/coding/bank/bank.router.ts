import { z } from 'zod'
import { downloadedFile, uploadedFile } from '#server/platform/files.ts'
import { lookUp } from '#server/trpc/init.ts'
import { eachRole, masterAdmin, signedIn } from '#server/trpc/procedures.ts'
import {
  codingListAnswer,
  codingListQuery,
  codingQuestionAnswer,
  codingQuestionForm,
  importAnswer,
  languagesAnswer,
  maxPackageBytes,
  packageQuestionForm,
  questionUsageAnswer,
  readCasesAnswer,
  trialForm,
} from '#shared/coding/coding.schema.ts'
import { followForm, queuedAnswer } from '#shared/coding/submissions.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { startCheck } from '../check.ts'
import { cancelTrial, startTrial } from '../trial.ts'
import { getUsage } from '../usage.ts'
import {
  createQuestion,
  deleteQuestion,
  findQuestions,
  getLanguages,
  getQuestion,
  requireQuestion,
  restoreQuestion,
  updateQuestion,
} from './bank.ts'
import { downloadStatement } from './statements.ts'

const mebibyte = 1024 * 1024

/** Loaded on first use, because they need several libraries for files. */
const packages = () => import('../packages/packages.ts')

/** Looks up the question before validating the input: returns 404 before 400. */
const ofQuestion = masterAdmin.input(byId).use(lookUp((ctx, id) => requireQuestion(ctx.app, id)))

/** Question bank procedures, part of the coding router. */
export const bankProcedures = {
  languages: signedIn
    .meta({ rest: 'GET /coding/languages', summary: 'List the languages and whether this machine can judge them' })
    .output(languagesAnswer)
    .query(({ ctx }) => getLanguages(ctx.app, ctx.actor)),
  list: eachRole
    .meta({
      rest: 'GET /coding/questions',
      summary: 'List coding questions; only the master admin sees unpublished ones',
    })
    .input(codingListQuery)
    .output(codingListAnswer)
    .query(({ ctx, input }) => findQuestions(ctx.app, ctx.reach, input)),
  get: eachRole
    .meta({
      rest: 'GET /coding/questions/{id}',
      summary: 'Get a coding question; only the master admin sees hidden cases',
    })
    .input(byId)
    .output(codingQuestionAnswer)
    .query(({ ctx, input }) => getQuestion(ctx.app, ctx.reach, input.id)),
  statement: eachRole
    .meta({ rest: 'GET /coding/questions/{id}/statement', summary: 'Download the PDF of a statement, if it has one' })
    .input(byId)
    .output(z.instanceof(Response))
    .query(({ ctx, input }) => downloadStatement(ctx.app, ctx.reach, input.id)),
  create: masterAdmin
    .meta({
      rest: 'POST /coding/questions',
      status: 201,
      bodyLimit: 16 * mebibyte,
      summary: 'Add a question; it is published once its reference solutions get the expected verdicts',
    })
    .input(codingQuestionForm)
    .output(codingQuestionAnswer)
    .mutation(({ ctx, input }) => createQuestion(ctx.app, ctx.actor, input)),
  update: ofQuestion
    .meta({
      rest: 'PUT /coding/questions/{id}',
      bodyLimit: 16 * mebibyte,
      summary: 'Replace a question with its cases and solutions',
    })
    .input(packageQuestionForm)
    .output(codingQuestionAnswer)
    .mutation(({ ctx, input }) => updateQuestion(ctx.app, ctx.actor, input.id, input)),
  delete: ofQuestion
    .meta({ rest: 'DELETE /coding/questions/{id}', summary: 'Delete a question, or archive it if it is in use' })
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteQuestion(ctx.app, ctx.actor, input.id)),
  usage: ofQuestion
    .meta({ summary: 'List where a question is used: tests, attempts and practice' })
    .output(questionUsageAnswer)
    .query(({ ctx, input }) => getUsage(ctx.app, input.id)),
  restore: ofQuestion
    .meta({ summary: 'Restore an archived question' })
    .output(messageAnswer)
    .mutation(({ ctx, input }) => restoreQuestion(ctx.app, ctx.actor, input.id)),
  check: ofQuestion
    .meta({
      rest: 'POST /coding/questions/{id}/check',
      summary: 'Check the reference solutions again; publishes the question if they pass',
    })
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startCheck(ctx.app, ctx.actor, input.id)),
  startTrial: masterAdmin
    .meta({ summary: 'Judge a solution on unsaved test cases without storing it; `follow` streams the progress' })
    .input(trialForm)
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startTrial(ctx.app, ctx.actor, input)),
  cancelTrial: masterAdmin
    .meta({ summary: 'Cancel a queued or running trial' })
    .input(followForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => cancelTrial(ctx.app, ctx.actor, input.jobId)),
  readCases: masterAdmin
    .meta({
      rest: 'POST /coding/test-cases',
      multipart: { part: 'file', maxBytes: maxPackageBytes },
      summary: 'Extract test cases from a zip of NAME.in with NAME.ans or NAME.out, without storing them',
    })
    .input(z.object({ file: uploadedFile }))
    .output(readCasesAnswer)
    .mutation(({ input }) => packages().then(({ readCases }) => readCases(input.file))),
  importPackage: masterAdmin
    .meta({
      rest: 'POST /coding/questions/import',
      status: 201,
      multipart: { part: 'file', maxBytes: maxPackageBytes },
      summary: 'Import a question from a Kattis/ICPC problem package',
    })
    .input(z.object({ file: uploadedFile, practice: codingQuestionForm.shape.practice }))
    .output(importAnswer)
    .mutation(({ ctx, input }) =>
      packages().then(({ importPackage }) => importPackage(ctx.app, ctx.actor, input.file, input.practice)),
    ),
  exportPackage: ofQuestion
    .meta({ rest: 'GET /coding/questions/{id}/export', summary: 'Export a question as a Kattis/ICPC problem package' })
    .output(downloadedFile)
    .query(({ ctx, input }) => packages().then(({ exportPackage }) => exportPackage(ctx.app, input.id))),
}
