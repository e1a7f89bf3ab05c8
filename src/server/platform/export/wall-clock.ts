const minute = 60_000

/** Zones change their offset on the quarter of an hour only, and asking for it is slow. */
const quarter = 15 * minute

/** More of them than the quarters of a year are in no export worth remembering. */
const mostKnown = 40_000

/** `GMT`, `GMT+05:45`, `GMT-03:30` in milliseconds. */
function parseOffset(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? []
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minute
  return sign === '-' ? -size : size
}

/**
 * A function that answers what a zone's clocks show at an instant, as the milliseconds at which UTC's clocks show the same.
 *
 * @throws RangeError for a zone that nobody knows
 */
export function wallClockOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const known = new Map<number, number>()
  return (instant) => {
    const at = Math.floor(instant / quarter)
    let offset = known.get(at)
    if (offset === undefined) {
      offset = parseOffset(format.format(instant))
      if (known.size >= mostKnown) known.clear()
      known.set(at, offset)
    }
    return instant + offset
  }
}
