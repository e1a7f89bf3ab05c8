import { downloadedFile, uploadedFile } from '#server/platform/files.ts'
import { lookUp, namedId, router } from '#server/trpc/init.ts'
import { eachRole, student } from '#server/trpc/procedures.ts'
import {
  nextSectionAnswer,
  nextSectionForm,
  reportAnswer,
  resultsQuery,
  saveAnswer,
  saveForm,
  startAnswer,
  startForm,
  submitAnswer,
  submitForm,
} from '#shared/attempts/attempts.schema.ts'
import { fileAnswer, fileForm, fileQuery, fileTooLarge, maxFileBytes } from '#shared/attempts/files.schema.ts'
import { printedPaper, printedPaperQuery } from '#shared/attempts/review.schema.ts'
import { byId } from '#shared/schema.ts'
import { requireStudentTest } from '../assignments/assignments.ts'
import { downloadFile, requireOwnAttempt, uploadFile } from './files.ts'
import { liveProcedures } from './live.router.ts'
import { openNextSection } from './next-section.ts'
import { getPrintedPaper } from './printed-paper.ts'
import { requireAttempt } from './require-attempt.ts'
import { getReport } from './results.ts'
import { saveAnswers } from './save.ts'
import { startAttempt } from './start.ts'
import { submitAttempt } from './submit.ts'

/**
 * Returns 404 before 400. Valid calls skip this check because their job repeats it, and a second lookup would slow down
 * every save.
 */
const ofAttempt = student.use(async ({ ctx, getRawInput, next }) => {
  const result = await next()
  if (!result.ok && result.error.code === 'BAD_REQUEST')
    await requireAttempt(ctx.app, ctx.scope, await namedId(getRawInput))
  return result
})

/** Same as `ofAttempt`, for calls that need no attempt. */
const ofTest = student.use(async ({ ctx, getRawInput, next }) => {
  const result = await next()
  if (!result.ok && result.error.code === 'BAD_REQUEST')
    await requireStudentTest(ctx.app, ctx.scope, await namedId(getRawInput))
  return result
})

export const attemptsRouter = router({
  start: ofTest
    .meta({
      rest: 'POST /tests/{id}/start',
      summary:
        'Start a test, or resume the running attempt; `again` repeats a submitted Practice test. Questions come without the answer key',
    })
    .input(startForm.extend(byId.shape))
    .output(startAnswer)
    .mutation(({ ctx, input }) => startAttempt(ctx.app, ctx.scope, ctx, input.id, input)),
  save: ofAttempt
    .meta({ rest: 'PUT /tests/{id}/answers', summary: 'Save answers; the highest revision of each question wins' })
    .input(saveForm.extend(byId.shape))
    .output(saveAnswer)
    .mutation(({ ctx, input }) => saveAnswers(ctx.app, ctx.scope, ctx, input)),
  nextSection: ofAttempt
    .meta({
      rest: 'POST /tests/{id}/next-section',
      summary: 'Leave a section permanently; repeating the call changes nothing',
    })
    .input(nextSectionForm.extend(byId.shape))
    .output(nextSectionAnswer)
    .mutation(({ ctx, input }) => openNextSection(ctx.app, ctx.scope, ctx, input)),
  submit: ofAttempt
    .meta({ rest: 'POST /tests/{id}/submit', summary: 'Submit an attempt; repeating the call returns the same result' })
    .input(submitForm.extend(byId.shape))
    .output(submitAnswer)
    .mutation(({ ctx, input }) => submitAttempt(ctx.app, ctx.scope, ctx, input)),
  results: student
    .meta({ rest: 'GET /tests/{id}/results', summary: 'Get the detailed report of a submitted test' })
    .input(resultsQuery.extend(byId.shape))
    .output(reportAnswer)
    .query(({ ctx, input }) => getReport(ctx.app, ctx.scope, input)),
  paper: eachRole
    .meta({
      rest: 'GET /attempts/{id}/paper',
      summary: 'Get the paper of a submitted attempt as the student saw it, with the answers',
    })
    .input(printedPaperQuery.extend(byId.shape))
    .output(printedPaper)
    .query(({ ctx, input }) => getPrintedPaper(ctx.app, ctx.reach, input)),
  uploadFile: student
    .input(byId)
    .use(lookUp((ctx, id) => requireOwnAttempt(ctx.app.db.read, ctx.scope, id)))
    .meta({
      rest: 'POST /attempts/{id}/files',
      status: 201,
      multipart: { part: 'file', maxBytes: maxFileBytes, tooLarge: fileTooLarge },
      summary: 'Upload a file for an essay of a running attempt; it counts once a saved answer’s `files` contain it',
    })
    .input(fileForm.extend({ file: uploadedFile }))
    .output(fileAnswer)
    .mutation(({ ctx, input }) => uploadFile(ctx.app, ctx.scope, ctx, input)),
  file: eachRole
    .meta({
      rest: 'GET /attempts/{id}/files/{fileId}',
      summary: 'Download a file attached to an answer; staff only once the attempt is submitted',
    })
    .input(byId.extend(fileQuery.shape))
    .output(downloadedFile)
    .query(({ ctx, input }) => downloadFile(ctx.app, ctx.reach, input)),
  ...liveProcedures,
})
