import { z } from 'zod'
import { uploadedFile } from '#server/platform/files.ts'
import { eachRole, masterAdmin, signedIn } from '#server/trpc/procedures.ts'
import {
  codingListAnswer,
  codingListQuery,
  codingQuestionAnswer,
  codingQuestionForm,
  importAnswer,
  languagesAnswer,
  maxPackageBytes,
  questionUsageAnswer,
  readCasesAnswer,
  trialForm,
} from '#shared/coding/coding.schema.ts'
import { followForm, queuedAnswer } from '#shared/coding/submissions.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { startCheck } from '../check.ts'
import { exportPackage, importPackage, readCases } from '../packages/packages.ts'
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

const mebibyte = 1024 * 1024

/** Returns 404 for an unknown question before 400. */
const ofQuestion = masterAdmin.input(byId).use(async ({ ctx, input, next }) => {
  await requireQuestion(ctx.app, input.id)
  return next()
})

/** Question bank procedures, part of the coding router. */
export const bankProcedures = {
  languages: signedIn
    .meta({ rest: { method: 'GET', path: '/coding/languages' }, summary: 'Which languages this machine can judge' })
    .output(languagesAnswer)
    .query(({ ctx }) => getLanguages(ctx.app, ctx.actor)),
  list: eachRole
    .meta({
      rest: { method: 'GET', path: '/coding/questions' },
      summary: 'Coding questions; published ones only for all but the master admin',
    })
    .input(codingListQuery)
    .output(codingListAnswer)
    .query(({ ctx, input }) => findQuestions(ctx.app, ctx.reach, input)),
  get: eachRole
    .meta({
      rest: { method: 'GET', path: '/coding/questions/{id}' },
      summary: 'A coding question; hidden cases for the master admin alone',
    })
    .input(byId)
    .output(codingQuestionAnswer)
    .query(({ ctx, input }) => getQuestion(ctx.app, ctx.reach, input.id)),
  create: masterAdmin
    .meta({
      rest: { method: 'POST', path: '/coding/questions', status: 201, bodyLimit: 16 * mebibyte },
      summary: 'Add a question; with reference solutions it is published when they fare as expected',
    })
    .input(codingQuestionForm)
    .output(codingQuestionAnswer)
    .mutation(({ ctx, input }) => createQuestion(ctx.app, ctx.actor, input)),
  update: ofQuestion
    .meta({
      rest: { method: 'PUT', path: '/coding/questions/{id}', bodyLimit: 16 * mebibyte },
      summary: 'Replace a question, its cases and its solutions',
    })
    .input(codingQuestionForm)
    .output(codingQuestionAnswer)
    .mutation(({ ctx, input }) => updateQuestion(ctx.app, ctx.actor, input.id, input)),
  delete: ofQuestion
    .meta({
      rest: { method: 'DELETE', path: '/coding/questions/{id}' },
      summary: 'Delete a question; archive one that is in use',
    })
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteQuestion(ctx.app, ctx.actor, input.id)),
  usage: ofQuestion
    .meta({ summary: 'The tests, attempts and practice that use a question' })
    .output(questionUsageAnswer)
    .query(({ ctx, input }) => getUsage(ctx.app, input.id)),
  restore: ofQuestion
    .meta({ summary: 'Put an archived question back into the bank' })
    .output(messageAnswer)
    .mutation(({ ctx, input }) => restoreQuestion(ctx.app, ctx.actor, input.id)),
  check: ofQuestion
    .meta({
      rest: { method: 'POST', path: '/coding/questions/{id}/check' },
      summary: 'Run the reference solutions again, and publish when they fare as expected',
    })
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startCheck(ctx.app, ctx.actor, input.id)),
  startTrial: masterAdmin
    .meta({ summary: 'Judge a solution on unsaved test cases; `follow` tells how it goes on, nothing is stored' })
    .input(trialForm)
    .output(queuedAnswer)
    .mutation(({ ctx, input }) => startTrial(ctx.app, ctx.actor, input)),
  cancelTrial: masterAdmin
    .meta({ summary: 'End a trial that is waiting or under way' })
    .input(followForm)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => cancelTrial(ctx.app, ctx.actor, input.jobId)),
  readCases: masterAdmin
    .meta({
      rest: { method: 'POST', path: '/coding/test-cases', multipart: { part: 'file', maxBytes: maxPackageBytes } },
      summary: 'Read test cases from a zip of NAME.in with NAME.ans or NAME.out; nothing is stored',
    })
    .input(z.object({ file: uploadedFile }))
    .output(readCasesAnswer)
    .mutation(({ input }) => readCases(input.file)),
  importPackage: masterAdmin
    .meta({
      rest: {
        method: 'POST',
        path: '/coding/questions/import',
        status: 201,
        multipart: { part: 'file', maxBytes: maxPackageBytes },
      },
      summary: 'Add the question of a Kattis/ICPC problem package',
    })
    .input(z.object({ file: uploadedFile, practice: codingQuestionForm.shape.practice }))
    .output(importAnswer)
    .mutation(({ ctx, input }) => importPackage(ctx.app, ctx.actor, input.file, input.practice)),
  exportPackage: ofQuestion
    .meta({
      rest: { method: 'GET', path: '/coding/questions/{id}/export' },
      summary: 'A question as a Kattis/ICPC problem package',
    })
    .output(z.instanceof(Response))
    .query(({ ctx, input }) => exportPackage(ctx.app, input.id)),
}
