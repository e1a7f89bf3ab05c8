import type { Job } from '#server/platform/job.ts'
import { submitOverdue } from './service.ts'

/** The grace is 5 s and the promise is 10 s after the deadline: 2 s between looks leaves room. */
export const attemptsJobs: readonly Job[] = [{ name: 'attempts.submitOverdue', every: 2_000, run: submitOverdue }]
