import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { rateJournals } from './journals.ts'

export const journalsJobs: readonly Job<Services>[] = [{ name: 'journals.rate', every: 10_000, run: rateJournals }]
