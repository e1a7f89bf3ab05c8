import type { Job } from '#server/platform/job.ts'
import { resumeChecks } from './check.ts'
import { reviveJudge } from './queue.ts'
import { queueWaiting } from './submissions/submissions.ts'

export const codingJobs: readonly Job[] = [
  { name: 'coding.queueWaiting', every: 2_000, run: queueWaiting },
  { name: 'coding.reviveJudge', every: 2_000, run: reviveJudge },
  { name: 'coding.resumeChecks', every: 3_600_000, run: resumeChecks },
]
