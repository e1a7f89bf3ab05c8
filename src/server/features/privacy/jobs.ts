import type { Job } from '#server/platform/job.ts'
import { removeOutdated } from './retention/service.ts'
import { scrub } from './scrub/service.ts'

export const privacyJobs: readonly Job[] = [
  { name: 'privacy.scrub', every: 60_000, run: scrub },
  { name: 'privacy.removeOutdated', every: 60_000, run: removeOutdated },
]
