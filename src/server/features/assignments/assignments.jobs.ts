import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { announceReleases } from './release.ts'

/** Scheduled releases are announced within seconds. */
export const assignmentsJobs: readonly Job<Services>[] = [
  { name: 'assignments.announceReleases', every: 5_000, run: announceReleases },
]
