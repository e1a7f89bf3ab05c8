import type { Job } from '#server/platform/job.ts'
import { sendDue } from './delivery/service.ts'
import { finishRemovals } from './removal/service.ts'

/** What is scheduled goes out within 5 s of its time: a second between looks leaves room. */
export const notificationsJobs: readonly Job[] = [
  { name: 'notifications.sendDue', every: 1_000, run: sendDue },
  { name: 'notifications.finishRemovals', every: 600_000, run: finishRemovals },
]
