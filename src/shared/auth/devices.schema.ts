import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'

/** One signed-in device. */
export const openedSession = z.object({
  id: idSchema,
  device: z.string().describe('Browser and operating system, from the User-Agent header'),
  address: z.string().nullable().describe('IP address of the sign-in'),
  createdAt: isoTime.nullable().describe('Null for entries made before this was recorded'),
  lastUsedAt: isoTime.describe('Accurate to 5 minutes'),
  remembered: z.boolean(),
  current: z.boolean().describe('True for the session making this call'),
})
export type OpenedSession = z.output<typeof openedSession>

export const sessionList = z.object({ sessions: z.array(openedSession) })

export const endSessionsForm = z.object({
  others: z.boolean().default(false).describe('Keeps the session making this call'),
})
