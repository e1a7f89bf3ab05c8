import type { Job } from '#server/platform/job.ts'
import { announceReleases } from './release/service.ts'

/** A release that was scheduled is announced within seconds of its time. */
export const assignmentsJobs: readonly Job[] = [
  { name: 'assignments.announceReleases', every: 5_000, run: announceReleases },
]
