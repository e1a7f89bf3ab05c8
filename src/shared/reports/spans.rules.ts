import { dateAfter, dayMs } from './days.rules.ts'

/** A range of the viewer's dates, as `2026-01-31`. */
export interface Span {
  startDate: string
  endDate: string
}

export const spanUnits = ['day', 'week', 'month'] as const
export type SpanUnit = (typeof spanUnits)[number]

const mostDays = 14
const mostWeeks = 26

const daysIn = (first: string, last: string) => Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1

/** Days for up to two weeks, weeks for up to half a year, then months. */
export function unitOf(first: string, last: string): SpanUnit {
  const days = daysIn(first, last)
  if (days <= mostDays) return 'day'
  return days <= mostWeeks * 7 ? 'week' : 'month'
}

/** The last day of the week or month that contains a date; weeks begin on Monday. */
function endOfUnit(date: string, unit: SpanUnit): string {
  if (unit === 'day') return date
  if (unit === 'week') return dateAfter(date, (7 - new Date(`${date}T00:00:00Z`).getUTCDay()) % 7)
  const nextMonth = dateAfter(`${date.slice(0, 8)}28`, 4)
  return dateAfter(`${nextMonth.slice(0, 8)}01`, -1)
}

/** The days, weeks or months between two dates, oldest first. The first and last may be incomplete. */
export function spansOf(first: string, last: string, unit: SpanUnit): Span[] {
  const spans: Span[] = []
  for (let startDate = first; startDate <= last; ) {
    const end = endOfUnit(startDate, unit)
    const endDate = end < last ? end : last
    spans.push({ startDate, endDate })
    startDate = dateAfter(endDate, 1)
  }
  return spans
}
