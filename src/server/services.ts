import { LiveBoards } from './features/attempts/live-boards.ts'
import { Papers } from './features/attempts/paper.ts'
import { StartQueue } from './features/attempts/start-queue.ts'
import { AuditShipping } from './features/audit/shipping.ts'
import { SignInLimits } from './features/auth/limits.ts'
import { PasskeyChallenges } from './features/auth/passkey-challenges.ts'
import { Sessions } from './features/auth/sessions.ts'
import { RefusedSignIns } from './features/auth/sign-ins.ts'
import { BackupRunner } from './features/backups/runner.ts'
import { Facilities, type FindResults } from './features/bank/facilities.ts'
import { ImportRunner } from './features/bank/import/runner.ts'
import { SearchTexts } from './features/bank/search-texts.ts'
import { JudgeQueue } from './features/coding/queue.ts'
import { ProgramComparisons } from './features/coding/similarity/comparison.ts'
import { ServerFigures } from './features/dashboards/operations.ts'
import { ApiTokens } from './features/integrations/token-access.ts'
import { Webhooks } from './features/integrations/webhooks/events.ts'
import { WebhookSender } from './features/integrations/webhooks/sending.ts'
import { WorkerAccess } from './features/judge-workers/access.ts'
import { UploadProgress } from './features/members/bulk/progress.ts'
import { PaperCounts } from './features/tests/paper-counts.ts'
import { JudgePool } from './judge/pool/pool.ts'
import type { Judge } from './judge/types.ts'
import type { Platform } from './platform/platform.ts'

/**
 * Creates the judge and the features' in-memory state. All of it may be lost in a restart.
 * @param findResults of reports, which depend on the bank
 */
export function createServices(platform: Platform, judge: Judge, findResults: FindResults) {
  const { clock, db } = platform
  const webhooks = new Webhooks(db)
  const judgePool = new JudgePool(judge, { leaseLost: () => platform.metrics.leaseLost() })
  return {
    ...platform,
    /** Runs programs in a sandbox on this machine. */
    judge,
    /** The judge and the workers on other machines. */
    judgePool,
    apiTokens: new ApiTokens(platform),
    auditShipping: new AuditShipping(platform),
    backupRunner: new BackupRunner(platform),
    facilities: new Facilities(platform, findResults),
    importRunner: new ImportRunner(),
    judgeQueue: new JudgeQueue(platform, judgePool),
    liveBoards: new LiveBoards(),
    paperCounts: new PaperCounts(),
    papers: new Papers(),
    passkeyChallenges: new PasskeyChallenges(clock),
    programComparisons: new ProgramComparisons(db),
    refusedSignIns: new RefusedSignIns(platform),
    searchTexts: new SearchTexts(),
    serverFigures: new ServerFigures(platform, judgePool),
    sessions: new Sessions(platform),
    signInLimits: new SignInLimits(clock),
    startQueue: new StartQueue(),
    uploadProgress: new UploadProgress(clock),
    webhooks,
    workerAccess: new WorkerAccess(platform),
    webhookSender: new WebhookSender(platform, webhooks),
  }
}

/** The first argument of every use case. */
export interface Services extends ReturnType<typeof createServices> {}
