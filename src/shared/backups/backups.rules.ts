const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** From here on nobody can rely on the last good backup. */
export const staleAfterMs = 36 * hourMs
/** After a night's backup that failed. */
const retryAfterMs = hourMs
const drillEveryMs = 7 * dayMs

/** The latest moment up to `now` at which the machine's own clock shows the full hour. */
export function lastNight(now: number, hour: number): number {
  const night = new Date(now)
  night.setHours(hour, 0, 0, 0)
  if (night.getTime() > now) night.setDate(night.getDate() - 1)
  return night.getTime()
}

/** The first such moment after `now`. */
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
 * When the next nightly backup begins; a moment that has passed means now, which is how a night is caught up that the machine slept.
 *
 * @param last the last nightly one
 * @param since when the platform was set up: its first backup is the first night's
 */
export function nextBackup(now: number, hour: number, last: Tried | undefined, since: number): number {
  const base = last?.startedAt ?? since
  const night = lastNight(now, hour)
  if (base < night) return night
  if (last?.failure) return Math.min(last.startedAt + retryAfterMs, nextNight(now, hour))
  return nextNight(now, hour)
}

/**
 * When the next drill begins: a week after the last, or as soon as there is a newer backup than the one that failed.
 *
 * @param good the last good backup
 */
export function nextDrill(last: Tried | undefined, good: Tried | undefined): number | undefined {
  if (!good) return undefined
  if (!last) return good.startedAt
  return last.failure && good.startedAt > last.startedAt ? good.startedAt : last.startedAt + drillEveryMs
}

/** Which of these files go: all but the newest `keep` of each kind. @param names sort by time within a kind */
export function outdated(names: readonly string[], keep: number): string[] {
  return ['nightly', 'asked'].flatMap((kind) =>
    names
      .filter((name) => new RegExp(`^examhall-${kind}-\\d{8}-\\d{6}\\.tar\\.gz(\\.age)?$`).test(name))
      .sort()
      .slice(0, -keep),
  )
}
