import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { pruneAttempts } from './limits.ts'
import { pruneChallenges } from './passkey-challenges.ts'
import { issueResets } from './resets.ts'
import { deleteExpiredSessions } from './sessions.ts'
import { recordCountedRefusals } from './sign-ins.ts'

export const authJobs: readonly Job<Services>[] = [
  { name: 'auth.deleteExpired', every: 600_000, run: deleteExpiredSessions },
  { name: 'auth.pruneAttempts', every: 600_000, run: pruneAttempts },
  { name: 'auth.pruneChallenges', every: 60_000, run: pruneChallenges },
  { name: 'auth.recordCountedRefusals', every: 60_000, run: (app) => recordCountedRefusals(app) },
  { name: 'auth.issueResets', every: 1_000, run: issueResets },
]
