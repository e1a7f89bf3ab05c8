import { z } from 'zod'
import { idSchema, isoTime } from '../schema.ts'

/** Names what is open in one tab of one device, so that of two of them the server knows the one that writes. */
export const writerName = z.string().min(1).max(64)

/** The same as a field of a call. */
export const writer = writerName.optional().describe('Identifies the device and tab; defaults to the session or token')

/** Why a call of the exam room was turned away: the test is open on another device, or may not be taken from this network. */
export const seatRules = ['device', 'network'] as const

/** A try that was turned away, as it is kept. */
export interface SeatRefusal {
  rule: (typeof seatRules)[number]
  /** Ms since 1970. */
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
  allowed: z.boolean({ error: 'Please state whether any network is allowed' }),
})
