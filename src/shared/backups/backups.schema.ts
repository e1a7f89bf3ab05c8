import { z } from 'zod'
import { idSchema, isoTime, pagination } from '../schema.ts'

/** A backup writes a file; a drill restores one to a temporary location and compares it with the source. */
export const backupKinds = ['backup', 'drill'] as const
export type BackupKind = (typeof backupKinds)[number]

/** The trigger of a run: the schedule, a person, or a pending database migration. */
export const backupReasons = ['nightly', 'asked', 'migration'] as const
export type BackupReason = (typeof backupReasons)[number]

const run = z.object({
  id: idSchema,
  kind: z.enum(backupKinds),
  reason: z.enum(backupReasons),
  startedAt: isoTime,
  finishedAt: isoTime,
  file: z.string().nullable().describe('File name in the backup folder'),
  bytes: z.number().int().nullable(),
  failure: z.string().nullable().describe('The error; null on success'),
  detail: z.record(z.string(), z.unknown()).describe('Checksum and counts of tables, rows and files, if checked'),
})
export type BackupRun = z.output<typeof run>

const underWay = z.object({
  kind: z.enum(backupKinds),
  startedAt: isoTime,
  done: z.number().min(0).max(1),
  step: z.string(),
})

export const backupWarnings = ['folder_unusable', 'stale', 'drill_failed'] as const

export const backupsOverview = z.object({
  lastBackup: run.nullable().describe('The last backup, even if it failed'),
  lastGoodBackup: run.nullable(),
  lastDrill: run.nullable(),
  nextBackupAt: isoTime,
  nextDrillAt: isoTime.nullable().describe('Null while there is no backup'),
  running: underWay.nullable(),
  warnings: z.array(z.enum(backupWarnings)),
  keep: z.number().int(),
  runs: z.array(run).describe('Newest first'),
  pagination,
})
export type BackupsOverview = z.output<typeof backupsOverview>

export const backupStarted = z.object({ running: underWay })
