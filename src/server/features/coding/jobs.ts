import type { Job } from '#server/platform/job.ts'
import { resumeChecks } from './check/service.ts'
import { reviveJudge } from './queue/service.ts'
import { queueWaiting } from './submissions/service.ts'

export const codingJobs: readonly Job[] = [
  { name: 'coding.queueWaiting', every: 2_000, run: queueWaiting },
  { name: 'coding.reviveJudge', every: 2_000, run: reviveJudge },
  { name: 'coding.resumeChecks', every: 3_600_000, run: resumeChecks },
]
