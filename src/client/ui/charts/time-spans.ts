import { locale } from '#client/lib/format.ts'
import type { SpanUnit } from '#shared/reports/spans.rules.ts'

/** Labels for a day, week or month, given its first date as `2026-01-31`. */

const noon = (date: string) => new Date(`${date}T12:00:00`)
const dayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const fullFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric' })
const monthName = new Intl.DateTimeFormat(locale, { month: 'long' })

export const spanUnitNames: Record<SpanUnit, string> = { day: 'Date', week: 'Week', month: 'Month' }

/** Short form for an axis. @param ends the first and the last date of the axis */
export function spanTick(unit: SpanUnit, date: string, ends: readonly string[]): string {
  const years = new Set(ends.map((end) => end.slice(0, 4)))
  const byMonth = unit === 'month' || (unit === 'week' && years.size > 1)
  return (byMonth ? monthFormat : dayFormat).format(noon(date))
}

/** Full form: `31 Jan 2026`, `Week from 26 Jan 2026`, `Jan 2026`. */
export function spanName(unit: SpanUnit, date: string): string {
  if (unit === 'month') return monthFormat.format(noon(date))
  return unit === 'week' ? `Week from ${fullFormat.format(noon(date))}` : fullFormat.format(noon(date))
}

/** Form used in a sentence: `on 31 Jan`, `in the week of 26 Jan`, `in January`. */
export function inSpan(unit: SpanUnit, date: string): string {
  if (unit === 'month') return `in ${monthName.format(noon(date))}`
  return `${unit === 'week' ? 'in the week of' : 'on'} ${dayFormat.format(noon(date))}`
}

/** `since 26 Jan`, `since January`. */
export const sinceSpan = (unit: SpanUnit, date: string) =>
  `since ${(unit === 'month' ? monthName : dayFormat).format(noon(date))}`
