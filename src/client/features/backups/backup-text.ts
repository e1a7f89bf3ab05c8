import { plural } from '#client/lib/format.ts'
import type { BackupRun, BackupsOverview } from '#shared/backups/backups.schema.ts'

const kinds: Record<BackupRun['kind'], string> = { backup: 'Backup', drill: 'Test restore' }
const reasons: Record<BackupRun['reason'], string> = {
  nightly: 'automatic',
  asked: 'on request',
  migration: 'before an update',
}

export const kindText = ({ kind }: Pick<BackupRun, 'kind'>) => kinds[kind]
export const runText = ({ kind, reason }: Pick<BackupRun, 'kind' | 'reason'>) => `${kinds[kind]}, ${reasons[reason]}`

/** Counts such as "12,345 rows in 44 tables, 7 files", or an empty string if there are none. */
export function countsText({ detail }: Pick<BackupRun, 'detail'>): string {
  const { rows, tables, files } = detail
  if (typeof rows !== 'number' || typeof tables !== 'number' || typeof files !== 'number') return ''
  return `${plural(rows, 'row')} in ${plural(tables, 'table')}, ${plural(files, 'file')}`
}

export const warningText: Record<BackupsOverview['warnings'][number], string> = {
  folder_unusable: 'Backups cannot be written: BACKUP_DIR is not usable. Check the server log.',
  stale: 'There has been no successful backup in the last 36 hours.',
  drill_failed: 'The last test restore failed: the backup may be unusable.',
}
