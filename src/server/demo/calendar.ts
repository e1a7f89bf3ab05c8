export const minute = 60_000

/**
 * The time at `hour` o'clock, `days` days from the day of `now` (negative: before it), where the server stands. Windows
 * open and close on the round hour that people there read on their clocks.
 */
export function moment(now: number, days: number, hour: number): number {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() + days)
  day.setHours(hour)
  return day.getTime()
}
