import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { issueResets } from './resets.ts'

export const authJobs: readonly Job<Services>[] = [
  { name: 'auth.deleteExpired', every: 600_000, run: ({ sessions }) => sessions.deleteExpired() },
  { name: 'auth.pruneAttempts', every: 600_000, run: async ({ signInLimits }) => signInLimits.prune() },
  { name: 'auth.pruneChallenges', every: 60_000, run: async ({ passkeyChallenges }) => passkeyChallenges.prune() },
  { name: 'auth.recordCountedRefusals', every: 60_000, run: ({ refusedSignIns }) => refusedSignIns.recordCounted() },
  { name: 'auth.issueResets', every: 1_000, run: issueResets },
]
