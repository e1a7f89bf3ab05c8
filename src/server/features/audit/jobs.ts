import type { Job } from '#server/platform/job.ts'
import { shipAuditEntries } from './shipping/service.ts'

export const auditJobs: readonly Job[] = [{ name: 'audit.ship', every: 1_000, run: shipAuditEntries }]
