import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'

export const auditJobs: readonly Job<Services>[] = [
  { name: 'audit.ship', every: 1_000, run: ({ auditShipping }) => auditShipping.ship() },
]
