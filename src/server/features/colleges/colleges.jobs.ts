import type { Job } from '#server/platform/job.ts'
import { finishDeletions } from './colleges.ts'

export const collegesJobs: readonly Job[] = [{ name: 'colleges.finishDeletions', every: 60_000, run: finishDeletions }]
