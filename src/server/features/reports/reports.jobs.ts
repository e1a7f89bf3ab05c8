import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { foldWaiting } from './items/items.ts'

/** Reports and the bank update statistics on demand; these jobs leave them little to do. */
export const reportsJobs: readonly Job<Services>[] = [
  { name: 'reports.foldItems', every: 20_000, run: foldWaiting },
  { name: 'reports.refreshFacilities', every: 600_000, run: ({ facilities }) => facilities.refresh() },
]
