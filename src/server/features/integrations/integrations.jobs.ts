import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { pruneDeliveries } from './webhooks/webhooks.ts'

export const integrationsJobs: readonly Job<Services>[] = [
  { name: 'integrations.sendWebhooks', every: 1_000, run: ({ webhookSender }) => webhookSender.start() },
  { name: 'integrations.pruneDeliveries', every: 3_600_000, run: pruneDeliveries },
  { name: 'integrations.pruneMinutes', every: 600_000, run: async ({ apiTokens }) => apiTokens.prune() },
]
