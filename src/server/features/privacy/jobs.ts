import type { Job } from '#server/platform/job.ts'
import { scrub } from './scrub/service.ts'

export const privacyJobs: readonly Job[] = [{ name: 'privacy.scrub', every: 60_000, run: scrub }]
