import { z } from 'zod'
import { exportQuery } from '../exports.ts'
import { dateOf } from '../reports/days.rules.ts'
import { roles } from '../roles.ts'
import { idSchema, isoTime, pageQuery, pagination, percentage } from '../schema.ts'
import { targetTypes } from './notifications.schema.ts'

const day = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'Must be a date such as 2026-01-31' })
  .optional()

/** The viewer's days, inclusive, as `2026-01-31`; a timestamp means the viewer's day that contains it. */
const days = z.object({ startDate: day, endDate: day, tz: exportQuery.shape.timeZone })

/** True for years in which ISO dates sort as text. */
const isUsual = <T extends z.output<typeof days>>({ startDate = '2000', endDate = '2000' }: T) =>
  [startDate, endDate].every((date) => /^\d{4}/.test(date) && date >= '1970' && date < '9000')
const usualSentence = { error: 'Dates must be from 1970 to 8999', path: ['endDate'] }
const inOrder = <T extends z.output<typeof days>>(query: T) =>
  !query.startDate || !query.endDate || query.startDate <= query.endDate
const orderSentence = { error: 'The end date must not be before the start date', path: ['endDate'] }

const asDays = <T extends z.output<typeof days>>({ startDate, endDate, ...query }: T) => {
  const dayOf = (given: string | undefined) => (given?.includes('T') ? dateOf(Date.parse(given), query.tz) : given)
  return { ...query, startDate: dayOf(startDate), endDate: dayOf(endDate) }
}

/** Number of latest readers included per notification; the recipients list has all readers. */
export const seenByOf = ({ limit }: { limit: number }) => Math.max(10, Math.floor(1_000 / limit))

export const analyticsQuery = days
  .extend(pageQuery.shape)
  .transform(asDays)
  .refine(isUsual, usualSentence)
  .refine(inOrder, orderSentence)
export type AnalyticsQuery = z.output<typeof analyticsQuery>

/** Accepts `timeZone`, like every export, as the fallback for `tz`. */
export const analyticsExportQuery = days
  .extend({ ...exportQuery.shape, tz: exportQuery.shape.timeZone.unwrap().optional() })
  .transform(({ timeZone, tz = timeZone, ...query }) => asDays({ ...query, tz }))
  .refine(isUsual, usualSentence)
  .refine(inOrder, orderSentence)
export type AnalyticsExportQuery = z.output<typeof analyticsExportQuery>

const analysed = z.object({
  id: idSchema,
  title: z.string(),
  message: z.string(),
  sentTo: z.enum(targetTypes),
  totalRecipients: z.number().int(),
  seenCount: z.number().int(),
  unseenCount: z.number().int(),
  seenPercentage: percentage,
  createdAt: isoTime,
  sentAt: isoTime,
  createdBy: z.object({ name: z.string(), email: z.string() }),
  seenBy: z
    .array(z.object({ userName: z.string(), userEmail: z.string(), userRole: z.enum(roles), seenAt: isoTime }))
    .describe('Latest readers: up to 50 with 20 notifications per page'),
})

export const analyticsReport = z.object({
  summary: z.object({
    totalNotificationsSent: z.number().int(),
    totalRecipients: z.number().int(),
    totalSeen: z.number().int(),
    totalUnseen: z.number().int(),
    overallSeenPercentage: percentage,
  }),
  dailyAnalytics: z.array(z.object({ date: z.string(), sent: z.number().int(), seen: z.number().int() })),
  notifications: z.array(analysed),
  pagination,
})
