export const minute = 60_000

/**
 * Returns `hour` o'clock in the server's time zone, `days` days after `now` (negative: before). Windows open and close
 * on the hour in local time.
 */
export function moment(now: number, days: number, hour: number): number {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() + days)
  day.setHours(hour)
  return day.getTime()
}
