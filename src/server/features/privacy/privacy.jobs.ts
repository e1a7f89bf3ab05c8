import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { removeOutdated } from './retention.ts'
import { scrub } from './scrub.ts'

export const privacyJobs: readonly Job<Services>[] = [
  { name: 'privacy.scrub', every: 60_000, run: scrub },
  { name: 'privacy.removeOutdated', every: 60_000, run: removeOutdated },
]
