import type { Job } from '#server/platform/job.ts'
import type { Services } from '#server/services.ts'
import { pruneMinutes } from './tokens.ts'
import { startSending } from './webhooks/sending.ts'
import { pruneDeliveries } from './webhooks/webhooks.ts'

export const integrationsJobs: readonly Job<Services>[] = [
  { name: 'integrations.sendWebhooks', every: 1_000, run: startSending },
  { name: 'integrations.pruneDeliveries', every: 3_600_000, run: pruneDeliveries },
  { name: 'integrations.pruneMinutes', every: 600_000, run: pruneMinutes },
]
