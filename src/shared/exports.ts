import { z } from 'zod'
import { isZone } from './reports/days.rules.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Parameters shared by all exports, in addition to their filters. */
export const exportQuery = z.object({
  format: z.enum(exportFormats, 'Please choose csv, xlsx or json').default('csv'),
  /** The viewer's time zone, used for dates in the file. */
  timeZone: z.string().max(64).refine(isZone, 'Please specify a time zone such as Asia/Kolkata').default('UTC'),
})
