import { useEffect, useState } from 'react'
import { now as clockNow } from '#client/lib/clock.ts'
import { timeLeftChange, timeLeftText } from '#client/lib/time.ts'

/** Maximum time between updates, in ms. Lets the countdown catch up soon after the device has slept. */
const maxWaitMs = 60_000

interface CountdownProps {
  /** ISO-8601 */
  until: string
  /** Server clock minus device clock, in ms. */
  offset: number
  /** Shown once the time is up. */
  over: string
}

/** The time left until a timestamp. Updates itself without re-rendering its parents. */
export function Countdown({ until, offset, over }: CountdownProps) {
  const left = () => Date.parse(until) - offset - clockNow()
  const [, renderCard] = useState(0)
  const shown = left()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const ms = Date.parse(until) - offset - clockNow()
      if (ms <= 0) return
      timer = setTimeout(
        () => {
          renderCard((times) => times + 1)
          wait()
        },
        Math.min(timeLeftChange(ms), maxWaitMs),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [until, offset])
  return (
    <strong role="timer" className="tabular">
      {shown > 0 ? timeLeftText(shown) : over}
    </strong>
  )
}
