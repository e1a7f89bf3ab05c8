const minute = 60_000

/** Zone offsets change only on the quarter-hour. Cached because Intl is slow. */
const quarter = 15 * minute

/** Maximum cache entries: more than a year's quarter-hours. */
const maxKnown = 40_000

/** Converts `GMT`, `GMT+05:45`, `GMT-03:30` to milliseconds. */
function parseOffset(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minute
  return sign === '-' ? -size : size
}

/**
 * Returns a function that converts an instant to a zone's local time, encoded as if it were UTC milliseconds.
 * @throws RangeError for an unknown zone
 */
export function wallClockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  return (instant) => {
    const at = Math.floor(instant / quarter)
    let offset = known.get(at)
    if (offset === undefined) {
      offset = parseOffset(format.format(instant))
      if (known.size >= maxKnown) known.clear()
      known.set(at, offset)
    }
    return instant + offset
  }
}
