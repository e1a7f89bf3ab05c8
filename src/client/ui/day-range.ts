import { formatDate } from '#client/lib/time.ts'

/** Days in the viewer's time zone, as `2026-01-31`. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

const pad = (value: number) => String(value).padStart(2, '0')

/** The day of a timestamp in the viewer's time zone. @param ms UTC */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Parses a day. Undefined for invalid days and implausible years, such as 2 while 2026 is being typed. */
export function readDay(text: string | undefined): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '')
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 2000) return undefined
  return dayOf(new Date(year, month - 1, day).getTime()) === text ? text : undefined
}

/** Local midnight, shifted by days. A day may have 23 hours, so do not add milliseconds. */
function midnight(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}

export const daysBefore = (day: string, days: number) => dayOf(midnight(day, -days).getTime())

/** Converts a range of days to timestamps: midnight of the first day, and the exclusive end of the last. */
export function momentsOf({ from, to }: DayRange): { from: string | undefined; to: string | undefined } {
  return { from: from && midnight(from).toISOString(), to: to && midnight(to, 1).toISOString() }
}

/** The same message as the server's. */
export const endsBeforeStart = 'The end date must not be before the start date'

export const isInOrder = ({ from, to }: DayRange) => from === undefined || to === undefined || from <= to

/** The days from a URL. Ignores invalid days, and a range that ends before it starts. */
export function appliedDays(from: string | undefined, to: string | undefined): DayRange {
  const range = { from: readDay(from), to: readDay(to) }
  return isInOrder(range) ? range : { from: undefined, to: undefined }
}

// A date without a time would be parsed as midnight UTC, which is the day before in some time zones.
const written = (day: string) => formatDate(`${day}T12:00:00`)

/** Describes which days are shown: `1 Jan 2026 – 31 Jan 2026`. */
export function daysText({ from, to }: DayRange): string {
  if (from !== undefined && to !== undefined) return from === to ? written(from) : `${written(from)} – ${written(to)}`
  if (from !== undefined) return `Since ${written(from)}`
  return to === undefined ? 'All dates' : `Until ${written(to)}`
}

export interface Preset {
  value: string
  label: string
  /** @param today last day of the range */
  firstDay: (today: string) => string
}

const lastDays = (days: number): Preset => ({
  value: `${days}d`,
  label: `Last ${days} days`,
  firstDay: (today) => daysBefore(today, days - 1),
})

/** For logs, where the latest entries matter. */
export const recentPresets: readonly Preset[] = [
  { value: 'today', label: 'Today', firstDay: (today) => today },
  lastDays(7),
  lastDays(30),
]

/** For reports, which compare months. */
export const reportPresets: readonly Preset[] = [
  lastDays(30),
  lastDays(90),
  { value: 'year', label: 'This year', firstDay: (today) => `${today.slice(0, 4)}-01-01` },
]

/** The range of a preset, up to today. @param now ms UTC */
export function rangeOf({ firstDay }: Preset, now: number): { from: string; to: string } {
  const today = dayOf(now)
  return { from: firstDay(today), to: today }
}

/** The preset that matches a range, if any. @param now ms UTC */
export const presetOf = (range: DayRange, presets: readonly Preset[], now: number) =>
  presets.find((preset) => {
    const { from, to } = rangeOf(preset, now)
    return from === range.from && to === range.to
  })
