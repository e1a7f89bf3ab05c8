import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { foldWaiting } from './items/items.ts'

/** Reports fold pending attempts on demand; this job keeps their number small. */
export const reportsJobs: readonly Job<Services>[] = [{ name: 'reports.foldItems', every: 20_000, run: foldWaiting }]
