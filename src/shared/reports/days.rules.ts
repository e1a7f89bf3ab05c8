/** Days in the viewer's time zone, including daylight saving. All times are milliseconds since 1970 UTC. */

const minute = 60_000
export const dayMs = 24 * 60 * minute

/** Totals over time are stored per quarter hour since 1970 UTC, because every zone's offset is a multiple of it. */
const quarterMs = 15 * minute
export const quarterOf = (at: number) => Math.floor(at / quarterMs)

const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError for an unknown zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...parts })
  formats.set(zone, format)
  return format
}

/** True if the zone exists. A fixed offset must be a multiple of 15 minutes, because days are sums of quarter hours. */
export function isZone(zone: string): boolean {
  if (/^[+-]\d/.test(zone) && !/(00|15|30|45)$/.test(zone) && !/^[+-]\d\d$/.test(zone)) return false
  try {
    return formatOf(zone) !== undefined
  } catch {
    return false
  }
}

/** Local wall time expressed as if it were UTC, to the minute. */
function wallTime(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}

const offsetAt = (at: number, zone: string) => wallTime(at, zone) - Math.floor(at / minute) * minute

/**
 * Start of the viewer's day that contains `at`, shifted by `daysLater` days. If clocks skip midnight, the day starts at
 * 01:00; if they repeat it, at the first midnight.
 */
export function startOfDay(at: number, zone: string, daysLater = 0): number {
  return startAt(Math.floor(wallTime(at, zone) / dayMs) * dayMs + daysLater * dayMs, zone)
}

/** @param midnight local wall time, expressed as if it were UTC */
function startAt(midnight: number, zone: string): number {
  const [before, after] = [offsetAt(midnight - dayMs, zone), offsetAt(midnight + dayMs, zone)]
  const early = midnight - Math.max(before, after)
  return wallTime(early, zone) < midnight ? midnight - Math.min(before, after) : early
}

/** Cached by zone and date, because computing the start of a day dominates the cost of these functions. */
const starts = new Map<string, number>()
const maxStarts = 20_000

/** Start of the viewer's day on this date (`2026-01-31`). */
export function startOfDate(date: string, zone: string): number {
  const key = `${zone} ${date}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const start = startAt(Date.parse(`${date}T00:00:00Z`), zone)
  if (starts.size >= maxStarts) starts.clear()
  starts.set(key, start)
  return start
}

/** The date shifted by `days`. */
export const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The viewer's date at this time, as `2026-01-31`. */
export const dateOf = (at: number, zone: string) => new Date(wallTime(at, zone)).toISOString().slice(0, 10)
