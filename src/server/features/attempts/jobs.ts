import type { Job } from '#server/platform/job.ts'
import { submitOverdue } from './submission/service.ts'
import { beat } from './time/downtime/service.ts'

/**
 * The grace is 5 s and the promise is 10 s after the deadline: 2 s between looks leaves room. The heartbeat says to within
 * 2 s when the server stopped.
 */
export const attemptsJobs: readonly Job[] = [
  { name: 'attempts.submitOverdue', every: 2_000, run: submitOverdue },
  { name: 'attempts.heartbeat', every: 2_000, run: beat },
]
