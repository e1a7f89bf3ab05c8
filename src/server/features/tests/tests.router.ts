import { z } from 'zod'
import { downloadedFile, uploadedFile } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { author, eachRole, masterAdmin } from '#server/trpc/procedures.ts'
import { releaseForm } from '#shared/attempts/release.schema.ts'
import { exportCheck, exportQuery } from '#shared/bank/import.schema.ts'
import { byId, messageAnswer } from '#shared/schema.ts'
import { type TestForm, type TestFormInput, testForm } from '#shared/tests/form.schema.ts'
import { imageAnswer, imageTooLarge, maxImageBytes } from '#shared/tests/images.schema.ts'
import { blueprint, blueprintForm } from '#shared/tests/pools.schema.ts'
import {
  bankUpdates,
  drawnQuery,
  drawnQuestions,
  examList,
  examListQuery,
  questionFileAnswer,
  regradeForm,
  regradePreview,
  subjectCounts,
  testAnswer,
  testList,
  testListQuery,
  typeCounts,
} from '#shared/tests/tests.schema.ts'
import { requireOwnTests, requireOwnTestsEver } from '../colleges/own-tests.ts'
import { createTest, releaseKey, updateTest } from './authoring.ts'
import { requireOwnTest } from './authors.ts'
import { findDrawn } from './drawn.ts'
import { duplicateTest } from './duplicate.ts'
import { countKinds, findExams } from './exams.ts'
import { checkTestExport, exportTest } from './export-questions.ts'
import { uploadImage } from './images.ts'
import { extractQuestions } from './import.ts'
import { findBankUpdates } from './origins.ts'
import { tryPools } from './pools.ts'
import { previewChanges } from './regrade.ts'
import { countTypes, deleteTest, findTests, getTest } from './tests.ts'

const mebibyte = 1024 * 1024

/** Accepts the GET response, `{test}`, as input. */
const wrappedOrPlain = z.preprocess(
  (body) =>
    body !== null && typeof body === 'object' && 'test' in body && typeof body.test === 'object' ? body.test : body,
  testForm,
) as unknown as z.ZodType<TestForm, TestFormInput>

/** A college that loses permission to write can still read its tests and bank, and release keys. */
const reader = author(requireOwnTestsEver)
const writer = author(requireOwnTests)

/** Looks up the test before validating the rest of the input: returns 404 before 400. */
const ofTest = reader.input(byId).use(lookUp((ctx, id) => requireOwnTest(ctx.app.db.read, ctx.author, id)))
const ofTestToWrite = writer.input(byId).use(lookUp((ctx, id) => requireOwnTest(ctx.app.db.read, ctx.author, id)))

export const testsRouter = router({
  create: writer
    .meta({ rest: 'POST /tests', status: 201, bodyLimit: 16 * mebibyte, summary: 'Create a test with its questions' })
    .input(testForm)
    .output(testAnswer)
    .mutation(({ ctx, input }) => createTest(ctx.app, ctx.author, ctx.actor, input)),
  typeCounts: eachRole
    .meta({ rest: 'GET /tests/type-counts', summary: 'Count tests by type: all, the college’s, or the student’s own' })
    .output(typeCounts)
    .query(({ ctx }) => countTypes(ctx.app, ctx.reach)),
  list: masterAdmin
    .meta({ rest: 'GET /tests', summary: 'List tests without questions, with counts by type' })
    .input(testListQuery)
    .output(testList)
    .query(({ ctx, input }) => findTests(ctx.app, input)),
  subjectCounts: eachRole
    .meta({
      rest: 'GET /tests/subject-counts',
      summary: 'Count tests by type and subject: all, the college’s, or the student’s own',
    })
    .output(subjectCounts)
    .query(({ ctx }) => countKinds(ctx.app, ctx.reach)),
  exams: eachRole
    .meta({ rest: 'GET /tests/exams', summary: 'List tests, newest first: all, the college’s, or the student’s own' })
    .input(examListQuery)
    .output(examList)
    .query(({ ctx, input }) => findExams(ctx.app, ctx.reach, input)),
  get: eachRole
    .meta({
      rest: 'GET /tests/{id}',
      summary: 'Get a test: with the answer key for its author, without questions for students',
    })
    .input(byId)
    .output(testAnswer)
    .query(({ ctx, input }) => getTest(ctx.app, ctx.reach, input.id)),
  update: ofTestToWrite
    .meta({
      rest: 'PUT /tests/{id}',
      bodyLimit: 16 * mebibyte,
      summary: 'Replace a test; sections and questions are matched by id',
    })
    .input(wrappedOrPlain)
    .output(testAnswer)
    .mutation(({ ctx, input }) => updateTest(ctx.app, ctx.author, ctx.actor, input.id, input)),
  bankUpdates: ofTest
    .meta({
      rest: 'GET /tests/{id}/bank-updates',
      summary: 'List questions of a test that have a newer version in the bank',
    })
    .output(bankUpdates)
    .query(({ ctx, input }) => findBankUpdates(ctx.app, ctx.author, input.id)),
  checkExport: reader
    .meta({
      rest: 'GET /tests/{id}/export-questions/check',
      summary: 'List what an export of a test’s questions would lose',
    })
    .input(byId.extend(exportQuery.shape))
    .output(exportCheck)
    .query(({ ctx, input }) => checkTestExport(ctx.app, ctx.author, input.id, input.format)),
  exportQuestions: reader
    .meta({
      rest: 'GET /tests/{id}/export-questions',
      summary: 'Download a test’s questions as QTI 3, Moodle XML, GIFT, CSV, JSON or XLSX',
    })
    .input(byId.extend(exportQuery.shape))
    .output(downloadedFile)
    .query(({ ctx, input }) => exportTest(ctx.app, ctx.author, input.id, input.format)),
  drawnQuestions: ofTest
    .meta({
      rest: 'GET /tests/{id}/drawn-questions',
      summary: 'List the questions that a test’s pools draw from, with the number of papers that contain them',
    })
    .input(drawnQuery)
    .output(drawnQuestions)
    .query(({ ctx, input }) => findDrawn(ctx.app, ctx.author, input)),
  duplicate: writer
    .meta({
      rest: 'POST /tests/{id}/duplicate',
      status: 201,
      summary: 'Duplicate a test with its sections and questions',
    })
    .input(byId)
    .output(testAnswer)
    .mutation(({ ctx, input }) => duplicateTest(ctx.app, ctx.author, ctx.actor, input.id)),
  blueprint: reader
    .meta({
      rest: 'POST /tests/blueprint',
      summary: 'Preview pools: their questions and the spread of expected marks',
    })
    .input(blueprintForm)
    .output(blueprint)
    .mutation(({ ctx, input }) => tryPools(ctx.app, ctx.author, input)),
  regradePreview: ofTest
    .meta({
      rest: 'POST /tests/{id}/regrade-preview',
      summary: 'Preview how a changed key, pass mark or cut-off would change results, without storing anything',
    })
    .input(regradeForm)
    .output(regradePreview)
    .mutation(({ ctx, input }) => previewChanges(ctx.app, input)),
  releaseKey: reader
    .meta({
      stepUp: true,
      rest: 'POST /tests/{id}/release-key',
      summary: 'Release the answer key to students, now or later',
    })
    .input(releaseForm.extend(byId.shape))
    .output(messageAnswer)
    .mutation(({ ctx, input }) => releaseKey(ctx.app, ctx.author, ctx.actor, input)),
  delete: writer
    .meta({ rest: 'DELETE /tests/{id}', summary: 'Delete a test; existing results are kept' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => deleteTest(ctx.app, ctx.author, ctx.actor, input.id)),
  extractFile: writer
    .meta({
      rest: 'POST /tests/extract-file',
      multipart: { part: 'file', maxBytes: 10 * mebibyte },
      summary: 'Extract questions from a .json or .csv file, without storing them',
    })
    .input(z.object({ file: uploadedFile }))
    .output(questionFileAnswer)
    .mutation(({ input }) => extractQuestions(input.file)),
  uploadImage: writer
    .meta({
      rest: 'POST /tests/upload-image',
      status: 201,
      multipart: { part: 'file', maxBytes: maxImageBytes, tooLarge: imageTooLarge },
      summary: 'Upload an image for a question or option; the type is detected from the content',
    })
    .input(z.object({ file: uploadedFile }))
    .output(imageAnswer)
    .mutation(({ ctx, input }) => uploadImage(ctx.app, input.file)),
})
