import type { z } from 'zod'
import { type Column, pagesBy } from '#server/platform/export/columns.ts'
import { exportResponse } from '#server/platform/export/response.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import type { Reach } from '#server/platform/scope.ts'
import type { auditExportQuery } from '#shared/audit/audit.schema.ts'
import { detailsOf } from '#shared/audit/details.rules.ts'
import { actionWords, sentenceOf } from '#shared/audit/sentences.rules.ts'
import { dateOf } from '#shared/reports/days.rules.ts'
import { roleLabels } from '#shared/roles.ts'
import { auditRepo } from './audit.repo.ts'
import { present, type Row, recordAudit } from './audit.ts'
import { previousOf, sealOf } from './chain.ts'

/** Bulk entries contain up to 200 kB of ids each, so a batch is at most 20 MB. */
const rowsPerBatch = 100

const idsOf = ({ detail, subjectId }: Row) => (Array.isArray(detail?.ids) ? detail.ids.join(' ') : subjectId)
const detailsIn = ({ detail }: Row) =>
  detailsOf({ detail: detail ?? {} })
    .map(({ label, value }) => `${label}: ${value}`)
    .join('; ')

const columnsOf = (byCollege: boolean): readonly Column<Row>[] => [
  { kind: 'date', field: 'at', heading: 'When', value: ({ at }) => at },
  {
    kind: 'text',
    field: 'actor',
    heading: 'Who',
    width: 28,
    value: (row) => present(row).actor?.name ?? 'The platform',
  },
  { kind: 'text', field: 'actorEmail', heading: 'Email', width: 32, value: ({ actorEmail }) => actorEmail },
  { kind: 'text', field: 'actorRole', heading: 'Role', value: ({ actorRole }) => actorRole && roleLabels[actorRole] },
  { kind: 'text', field: 'action', heading: 'Action', value: ({ action }) => actionWords[action].label },
  { kind: 'text', field: 'what', heading: 'What', width: 48, value: (row) => sentenceOf(present(row)) },
  { kind: 'text', field: 'details', heading: 'Details', width: 40, value: detailsIn },
  ...(byCollege
    ? [{ kind: 'text', field: 'college', heading: 'College', width: 28, value: (row: Row) => row.collegeName } as const]
    : []),
  { kind: 'text', field: 'address', heading: 'From', value: ({ address }) => address },
  { kind: 'text', field: 'ids', heading: 'IDs', value: idsOf },
  { kind: 'integer', field: 'number', heading: 'Number', value: ({ number }) => number },
  { kind: 'text', field: 'seal', heading: 'Sealed text', value: sealOf },
  { kind: 'text', field: 'previousHash', heading: 'Previous hash', value: previousOf },
  { kind: 'text', field: 'hash', heading: 'Hash', value: ({ hash }) => hash },
]

/** Exports the log as a file, newest first, after recording the export itself. */
export async function exportAuditLog(
  app: Platform,
  actor: Actor,
  reach: Reach,
  { format, timeZone, ...filter }: z.output<typeof auditExportQuery>,
): Promise<Response> {
  const scope = reach.kind === 'platform' ? null : reach.scope
  const now = app.clock.now()
  const repo = auditRepo(app.db.read)
  const owner = (scope && (await repo.collegeName(scope))) ?? app.config.platformName
  await app.db.write((tx) =>
    recordAudit(tx, now, actor, {
      action: 'platform.export_audit_log',
      subject: { type: 'platform', id: 'platform', name: '' },
      detail: { format },
    }),
  )
  return exportResponse(format, `${owner} - Audit log - ${dateOf(now, timeZone)}`, {
    title: 'Audit log',
    list: 'entries',
    columns: columnsOf(scope === null),
    timeZone,
    pages: pagesBy<Row>((after) => repo.listAfter(scope, filter, after, rowsPerBatch)),
  })
}
