import type { z } from 'zod'
import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { AuthorScope } from '#server/platform/scope.ts'
import { actionLabels, duplicateText, statusLabels } from '#shared/bank/import.rules.ts'
import type { exportQuery } from '#shared/exports.ts'
import { requireImport } from './diagnosis.ts'
import { type ItemRow, importRepo } from './import.repo.ts'

const rowsPerBatch = 500

/** Losses of the chosen reading, or of any if none is chosen. */
const lossesOf = ({ readings, reading }: ItemRow): string => {
  const read = reading === null ? readings : readings.slice(reading, reading + 1)
  return [...new Set(read.flatMap(({ losses }) => losses))].join('; ')
}

/** What the author chose; null while nothing is. */
const readingOf = ({ status, readings, reading }: ItemRow) =>
  status === 'decide' && reading !== null ? (readings[reading]?.label ?? null) : null

/** Null for an item that is not added because it is refused or undecided. */
const actionOf = ({ status, reading, action }: ItemRow) =>
  status === 'refused' || (status === 'decide' && reading === null && action !== 'skip') ? null : actionLabels[action]

const duplicateOf = ({ duplicateKind: kind, duplicateId: id }: ItemRow) => kind && duplicateText({ kind, id })

const columns: readonly Column<ItemRow>[] = [
  { kind: 'integer', field: 'number', heading: 'Number', value: ({ place }) => place + 1 },
  { kind: 'text', field: 'status', heading: 'Status', value: ({ status }) => statusLabels[status] },
  { kind: 'text', field: 'title', heading: 'Title', width: 48, value: ({ title }) => title },
  { kind: 'text', field: 'category', heading: 'Category', width: 28, value: ({ category }) => category },
  { kind: 'integer', field: 'line', heading: 'Line', value: ({ line }) => line },
  { kind: 'text', field: 'file', heading: 'File', value: ({ file }) => file },
  { kind: 'text', field: 'losses', heading: 'Not kept', width: 48, value: lossesOf },
  { kind: 'text', field: 'reason', heading: 'Reason', width: 48, value: ({ reason }) => reason },
  { kind: 'text', field: 'duplicate', heading: 'Duplicate', width: 28, value: duplicateOf },
  { kind: 'text', field: 'reading', heading: 'Read as', width: 28, value: readingOf },
  { kind: 'text', field: 'action', heading: 'Action', value: actionOf },
]

/** Exports the diagnosis of a file. @throws NOT_FOUND */
export async function exportDiagnosis(
  app: Platform,
  author: AuthorScope,
  { id, format, timeZone }: z.output<typeof exportQuery> & { id: string },
): Promise<Response> {
  const { row } = await requireImport(app.db.read, author, id)
  const repo = importRepo(app.db.read)
  return exportResponse(format, `${row.fileName} - Import report`, {
    title: 'Import report',
    list: 'items',
    columns,
    timeZone,
    pages: pagesBy<ItemRow>((after) => repo.from(id, after ? after.place + 1 : 0, rowsPerBatch)),
  })
}
