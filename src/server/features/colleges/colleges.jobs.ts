import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { finishDeletions } from './colleges.ts'

export const collegesJobs: readonly Job<Services>[] = [
  { name: 'colleges.finishDeletions', every: 60_000, run: finishDeletions },
]
