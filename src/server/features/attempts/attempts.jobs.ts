import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { recordHeartbeat } from './downtime.ts'
import { deleteOrphans } from './files.ts'
import { submitOverdue } from './submit.ts'

/**
 * Attempts must be submitted within 10 s of the deadline, and the grace period takes 5 s of that; a 2 s interval leaves
 * room. The heartbeat dates a server crash to within 2 s.
 */
export const attemptsJobs: readonly Job<Services>[] = [
  { name: 'attempts.submitOverdue', every: 2_000, run: submitOverdue },
  { name: 'attempts.heartbeat', every: 2_000, run: recordHeartbeat },
  { name: 'attempts.deleteOrphanFiles', every: 3_600_000, run: deleteOrphans },
]
