import type { Job } from '#server/platform/job.ts'
import { foldWaiting } from './items/service.ts'

/** A report folds what it needs by itself; the job sees that it finds little to do. */
export const reportsJobs: readonly Job[] = [{ name: 'reports.foldItems', every: 20_000, run: foldWaiting }]
