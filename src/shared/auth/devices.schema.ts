import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'

/** One place in which somebody is signed in. */
export const openedSession = z.object({
  id: idSchema,
  device: z.string().describe('Browser and system, as the browser names itself'),
  address: z.string().nullable().describe('The network address it was opened from'),
  createdAt: isoTime.nullable().describe('Null for one from before this was kept'),
  lastUsedAt: isoTime.describe('Within 5 minutes'),
  remembered: z.boolean(),
  current: z.boolean().describe('It is the one that asks'),
})
export type OpenedSession = z.output<typeof openedSession>

export const sessionList = z.object({ sessions: z.array(openedSession) })

export const endSessionsForm = z.object({
  others: z.boolean().default(false).describe('Keep the session that asks'),
})
