/** Days of the viewer's own calendar, written as `2026-01-31`. */
export interface DayRange {
  from: string | undefined
  to: string | undefined
}

const pad = (value: number) => String(value).padStart(2, '0')

/** The day that a moment lies in, here. @param ms UTC */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Undefined for what is no day, and for years nobody means: a field that is being typed in passes through the year 2. */
export function readDay(text: string | undefined): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '')
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 2000) return undefined
  return dayOf(new Date(year, month - 1, day).getTime()) === text ? text : undefined
}

/** Local midnight, so many days after the one at which a day begins. A day may have 23 hours, hence no sum of milliseconds. */
function midnight(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later)
}

/** The day so many days before another. */
export const daysBefore = (day: string, days: number) => dayOf(midnight(day, -days).getTime())

/** The moments that a range of days spans: from the first one's midnight up to the end of the last, which is not in it. */
export function momentsOf({ from, to }: DayRange): { from: string | undefined; to: string | undefined } {
  return { from: from && midnight(from).toISOString(), to: to && midnight(to, 1).toISOString() }
}

export const presets = [
  { value: 'today', label: 'Today', days: 1 },
  { value: 'week', label: 'Last 7 days', days: 7 },
  { value: 'month', label: 'Last 30 days', days: 30 },
] as const
export type Preset = (typeof presets)[number]['value']

/** The days of a preset, today being the last of them. @param now ms UTC */
export function rangeOf(preset: Preset, now: number): { from: string; to: string } {
  const today = dayOf(now)
  const days = presets.find(({ value }) => value === preset)?.days ?? 1
  return { from: daysBefore(today, days - 1), to: today }
}

/** The preset that a range is, if it is one. @param now ms UTC */
export const presetOf = (range: DayRange, now: number) =>
  presets.find(({ value }) => {
    const { from, to } = rangeOf(value, now)
    return from === range.from && to === range.to
  })?.value
