import { useEffect, useState } from 'react'
import { now } from '#client/lib/clock.ts'

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - now()) / 1_000))

/** Whole seconds until `moment` (ms by this device's clock), rounded up, down to 0; null for no moment. */
export function useSecondsUntil(moment: number | null): number | null {
  const [, draw] = useState(0)
  useEffect(() => {
    if (moment === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      draw((times) => times + 1)
      const left = moment - now()
      // The next change of the shown second; a late tick does not make the later ones late.
      if (left > 0) timer = setTimeout(tick, left % 1_000 || 1_000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [moment])
  return moment === null ? null : secondsUntil(moment)
}
