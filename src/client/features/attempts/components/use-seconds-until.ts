import { useEffect, useState } from 'react'
import { now } from '#client/lib/clock.ts'

/** Whole seconds until `moment` (ms by this device's clock), rounded up and never below 0; null if `moment` is null. */
export function useSecondsUntil(moment: number | null): number | null {
  const [, renderCard] = useState(0)
  useEffect(() => {
    if (moment === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      renderCard((times) => times + 1)
      const left = moment - now()
      // Tick when the displayed second changes, so one late tick does not delay later ones.
      if (left > 0) timer = setTimeout(tick, left % 1_000 || 1_000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [moment])
  return moment === null ? null : Math.max(0, Math.ceil((moment - now()) / 1_000))
}
