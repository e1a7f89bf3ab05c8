import { formatDate } from '#client/lib/time.ts'
import { type DayRange, readDay } from '#client/ui/date-range-days.ts'

/** As the server says it as well. */
export const endsBeforeStart = 'The end date must not be before the start date'

export const isInOrder = ({ from, to }: DayRange) => from === undefined || to === undefined || from <= to

/** The days of an address; what is no day, or an end before its start, narrows nothing. */
export function appliedDays(from: string | undefined, to: string | undefined): DayRange {
  const range = { from: readDay(from), to: readDay(to) }
  return isInOrder(range) ? range : { from: undefined, to: undefined }
}

// A date without a time would be taken for midnight in Greenwich: noon is the same day for the viewer.
const written = (day: string) => formatDate(`${day}T12:00:00`)

/** Which days are shown, in words: `1 Jan 2026 – 31 Jan 2026`. */
export function daysText({ from, to }: DayRange): string {
  if (from !== undefined && to !== undefined) return from === to ? written(from) : `${written(from)} – ${written(to)}`
  if (from !== undefined) return `Since ${written(from)}`
  return to === undefined ? 'All dates' : `Until ${written(to)}`
}
