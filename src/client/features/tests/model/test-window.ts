import { useEffect, useState } from 'react'
import { now as clockNow } from '#client/lib/clock.ts'
import { locale } from '#client/lib/format.ts'
import type { Window } from '#shared/attempts/attempts.rules.ts'

interface Dated {
  startDateTime: string
  endDateTime: string
}

/** Maximum time between updates, in ms, to catch up after the device slept or its clock was changed. */
const maxWaitMs = 60_000

/** A test's window in ms UTC, as expected by the shared rules. */
export const windowOf = ({ startDateTime, endDateTime }: Dated): Window => ({
  startDateTime: Date.parse(startDateTime),
  endDateTime: Date.parse(endDateTime),
})

/**
 * The server's current time, updated when one of the windows opens or closes.
 *
 * @param tests must be the same object while nothing changes
 * @param offset server clock minus device clock, in ms
 * @returns ms UTC
 */
export function useWindowClock(tests: readonly Dated[], offset = 0): number {
  const [now, setNow] = useState(clockNow)
  useEffect(() => {
    const moments = tests.map(windowOf).flatMap(({ startDateTime, endDateTime }) => [startDateTime, endDateTime + 1])
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const at = clockNow()
      setNow(at)
      const next = Math.min(...moments.filter((moment) => moment > at + offset), at + offset + maxWaitMs)
      timer = setTimeout(look, Math.max(20, next - at - offset))
    }
    look()
    return () => clearTimeout(timer)
  }, [tests, offset])
  return now + offset
}

const parts = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
const thisYear = new Intl.DateTimeFormat(locale, parts)
const otherYear = new Intl.DateTimeFormat(locale, { ...parts, year: 'numeric' })

/** `20 Nov, 9:00 – 18:00` in the viewer's time zone, with the year unless it is the current one. @param now ms UTC */
export function windowText(test: Dated, now: number): string {
  const [start, end] = [new Date(test.startDateTime), new Date(test.endDateTime)]
  const year = new Date(now).getFullYear()
  const format = start.getFullYear() === year && end.getFullYear() === year ? thisYear : otherYear
  return format.formatRange(start, end)
}
