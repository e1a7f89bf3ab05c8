import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'

/** Identifies one tab on one device, so that the server can tell which one may save. */
export const writerName = z.string().min(1).max(64)

/** The writer, as a request field. */
export const writer = writerName.optional().describe('Identifies the device and tab; defaults to the session or token')

/** Reasons to reject a request: the test is open on another device, or not allowed from this network. */
export const seatRules = ['device', 'network'] as const

/** A stored rejection. */
export interface SeatRefusal {
  rule: (typeof seatRules)[number]
  /** Ms since 1970 UTC. */
  at: number
  address: string
  device: string
}

export const seatRefusal = z.object({
  rule: z.enum(seatRules),
  at: isoTime,
  address: z.string(),
  device: z.string().describe('Browser and operating system, from the User-Agent header'),
})

export const moveForm = z.object({ studentId: idSchema })
export const networkExceptionForm = z.object({
  studentId: idSchema,
  allowed: z.boolean({ error: 'Please specify whether any network is allowed' }),
})
