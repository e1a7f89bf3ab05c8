import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { checkBackupFolder, keepBackups, recordRestore } from './backups.ts'

export const backupsJobs: readonly Job<Services>[] = [
  { name: 'backups.keep', every: 60_000, run: keepBackups },
  { name: 'backups.lookAtFolder', every: 86_400_000, run: checkBackupFolder },
  { name: 'backups.noteRestore', every: 3_600_000, run: recordRestore },
]
