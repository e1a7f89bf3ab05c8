import { z } from 'zod'
import { isoTime } from '#shared/schema.ts'
import { type HealthReason, healthReasons } from './health.rules.ts'

export const serverHealth = z.object({
  status: z.enum(['ok', 'warning', 'degraded']).describe('degraded: answers cannot be stored at the moment'),
  reasons: z.array(
    z.object({ reason: z.enum(Object.keys(healthReasons) as [HealthReason]), text: z.string(), since: isoTime }),
  ),
  databaseBytes: z.number(),
  diskFreeBytes: z.number(),
  mailsWaiting: z.number().int(),
  attemptsRunning: z.number().int(),
})
