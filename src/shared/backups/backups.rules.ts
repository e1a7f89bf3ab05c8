const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Age at which the last good backup is too old to rely on. */
export const staleAfterMs = 36 * hourMs
/** Delay before a failed nightly backup is retried. */
const retryAfterMs = hourMs
const drillEveryMs = 7 * dayMs

/** The latest time, up to `now`, at which the machine's local time was this hour. */
export function lastNight(now: number, hour: number): number {
  const night = new Date(now)
  night.setHours(hour, 0, 0, 0)
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  return night.getTime()
}

/** The first time after `now` at which the machine's local time is this hour. */
export function nextNight(now: number, hour: number): number {
  const night = new Date(lastNight(now, hour))
  night.setDate(night.getDate() + 1)
  return night.getTime()
}

interface Tried {
  startedAt: number
  failure: string | null
}

/**
 * Returns when the next nightly backup is due. A past time means now, to catch up after the machine was off at night.
 *
 * @param last the last nightly backup
 * @param since setup time of the platform; the first backup is due the following night
 */
export function nextBackup(now: number, hour: number, last: Tried | undefined, since: number): number {
  const base = last?.startedAt ?? since
  const night = lastNight(now, hour)
  if (base < night) return night
  if (last?.failure) return Math.min(last.startedAt + retryAfterMs, nextNight(now, hour))
  return nextNight(now, hour)
}

/**
 * Returns when the next drill is due: a week after the last drill, or earlier if that drill failed and a newer good
 * backup exists.
 *
 * @param good the last good backup
 */
export function nextDrill(last: Tried | undefined, good: Tried | undefined): number | undefined {
  if (!good) return undefined
  if (!last) return good.startedAt
  return last.failure && good.startedAt > last.startedAt ? good.startedAt : last.startedAt + drillEveryMs
}

/** Files to delete: all but the newest `keep` of each kind. @param names file names that sort by time within a kind */
export function outdated(names: readonly string[], keep: number): string[] {
  return ['nightly', 'asked'].flatMap((kind) =>
    names
      .filter((name) => new RegExp(`^examhall-${kind}-\\d{8}-\\d{6}\\.tar\\.gz(\\.age)?$`).test(name))
      .sort()
      .slice(0, -keep),
  )
}
