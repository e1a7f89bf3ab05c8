import type { Job } from '#server/platform/job.ts'
import { shipAuditEntries } from './shipping.ts'

export const auditJobs: readonly Job[] = [{ name: 'audit.ship', every: 1_000, run: shipAuditEntries }]
