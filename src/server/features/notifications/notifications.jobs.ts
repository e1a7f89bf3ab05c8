import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { sendDue } from './delivery.ts'
import { finishRemovals } from './removal.ts'

/** Scheduled notifications must be sent within 5 s of their time; polling each second leaves room. */
export const notificationsJobs: readonly Job<Services>[] = [
  { name: 'notifications.sendDue', every: 1_000, run: sendDue },
  { name: 'notifications.finishRemovals', every: 600_000, run: finishRemovals },
]
