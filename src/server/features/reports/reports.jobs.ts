import type { Job } from '#server/platform/job.ts'
import { foldWaiting } from './items/items.ts'

/** Reports fold on demand; this job keeps the pending work small. */
export const reportsJobs: readonly Job[] = [{ name: 'reports.foldItems', every: 20_000, run: foldWaiting }]
