import { z } from 'zod'
import { downloadedFile, fileOnDisk } from '#server/platform/files.ts'
import { lookUp, router } from '#server/trpc/init.ts'
import { author } from '#server/trpc/procedures.ts'
import { maxImportBytes } from '#shared/bank/import.rules.ts'
import {
  importConfirmation,
  importConfirmed,
  importDecided,
  importDecision,
  importDetail,
  importItemList,
  importItemQuery,
  importList,
  importMapping,
  importUndone,
} from '#shared/bank/import.schema.ts'
import { exportQuery } from '#shared/exports.ts'
import { byId, messageAnswer, pageQuery } from '#shared/schema.ts'
import { subjects } from '#shared/tests/kinds.rules.ts'
import { requireOwnTests } from '../../colleges/own-tests.ts'
import { confirmImport } from './confirm.ts'
import {
  decideItems,
  diagnose,
  diagnosisAnswer,
  findItems,
  getImport,
  mapCategories,
  requireImport,
} from './diagnosis.ts'
import { cancelImport, findImports, startImport } from './import.ts'
import { exportDiagnosis } from './report.ts'
import { undoImport } from './undo.ts'

const writer = author(requireOwnTests)
/** Looks up the import before validating the form: returns 404 before 400. */
const ofImport = writer.input(byId).use(lookUp((ctx, id) => requireImport(ctx.app.db.read, ctx.author, id)))

/** Question files, from their diagnosis to the questions in the bank. */
export const importRouter = router({
  start: writer
    .meta({
      rest: 'POST /bank/import',
      multipart: {
        part: 'file',
        maxBytes: maxImportBytes,
        tooLarge: 'The file must be smaller than 200 MB. Split it into smaller files',
        onDisk: true,
      },
      summary: 'Read a question file and diagnose each question, without adding any',
    })
    .input(
      z.object({
        file: fileOnDisk,
        subject: z.enum(subjects).default('Technical').describe('For categories that name no subject'),
        wait: z
          .union([z.boolean(), z.enum(['true', 'false'])])
          .default(true)
          .describe('false: answer at once, and read the file in the background'),
      }),
    )
    .output(diagnosisAnswer)
    .mutation(async ({ ctx, input: { file, subject, wait } }) => {
      const isWaiting = String(wait) === 'true'
      const id = await startImport(ctx.app, ctx.author, ctx.actor, { file, subject, isWaiting })
      return diagnose(ctx.app, ctx.author, id)
    }),
  list: writer
    .meta({ rest: 'GET /bank/imports', summary: 'List the imports of question files, newest first' })
    .input(pageQuery)
    .output(importList)
    .query(({ ctx, input }) => findImports(ctx.app, ctx.author, input)),
  get: writer
    .meta({ rest: 'GET /bank/import/{id}', summary: 'Get an import with its progress, totals and categories' })
    .input(byId)
    .output(importDetail)
    .query(({ ctx, input }) => getImport(ctx.app, ctx.author, input.id)),
  items: ofImport
    .meta({ rest: 'GET /bank/import/{id}/items', summary: 'List the items of a question file' })
    .input(importItemQuery)
    .output(importItemList)
    .query(({ ctx, input }) => findItems(ctx.app, ctx.author, input.id, input)),
  decide: ofImport
    .meta({ rest: 'POST /bank/import/{id}/decisions', summary: 'Choose a reading or an action for some items' })
    .input(importDecision)
    .output(importDecided)
    .mutation(({ ctx, input }) => decideItems(ctx.app, ctx.author, input.id, input)),
  mapCategories: ofImport
    .meta({ rest: 'PUT /bank/import/{id}/categories', summary: 'Set the subjects and topics of categories' })
    .input(importMapping)
    .output(importDetail)
    .mutation(({ ctx, input }) => mapCategories(ctx.app, ctx.author, input.id, input)),
  report: writer
    .meta({ rest: 'GET /bank/import/{id}/report', summary: 'Export the diagnosis as a file (csv, xlsx or json)' })
    .input(byId.extend(exportQuery.shape))
    .output(downloadedFile)
    .query(({ ctx, input }) => exportDiagnosis(ctx.app, ctx.author, input)),
  cancel: writer
    .meta({ rest: 'POST /bank/import/{id}/cancel', summary: 'Stop reading a question file' })
    .input(byId)
    .output(messageAnswer)
    .mutation(({ ctx, input }) => cancelImport(ctx.app, ctx.author, input.id)),
  confirm: ofImport
    .meta({ rest: 'POST /bank/import/{id}/confirm', summary: 'Add the questions of a file to the bank' })
    .input(importConfirmation)
    .output(importConfirmed)
    .mutation(({ ctx, input }) => confirmImport(ctx.app, ctx.author, ctx.actor, input.id, input.accept)),
  undo: writer
    .meta({
      rest: 'DELETE /bank/import/{id}',
      summary: 'Undo an import, or discard it before it is confirmed',
    })
    .input(byId)
    .output(importUndone)
    .mutation(({ ctx, input }) => undoImport(ctx.app, ctx.author, ctx.actor, input.id)),
})
