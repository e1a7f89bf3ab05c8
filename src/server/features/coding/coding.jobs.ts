import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { deleteOrphanStatements } from './bank/statements.ts'
import { resumeChecks } from './check.ts'
import { queueWaiting } from './submissions/submissions.ts'

/** Restarts a crashed judge before the next program needs it. Health checks report whether it starts. */
async function reviveJudge({ health, judgePool }: Services): Promise<void> {
  if (health.has('judge_down')) await judgePool.languages()
}

export const codingJobs: readonly Job<Services>[] = [
  { name: 'coding.queueWaiting', every: 2_000, run: queueWaiting },
  { name: 'coding.reviveJudge', every: 2_000, run: reviveJudge },
  { name: 'coding.deleteOrphanStatements', every: 3_600_000, run: deleteOrphanStatements },
  { name: 'coding.resumeChecks', every: 3_600_000, run: resumeChecks },
]
