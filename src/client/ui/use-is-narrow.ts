import { useLayoutEffect, useRef, useState } from 'react'

/** True if a container is narrower than a width; undefined until it is measured, before the first paint. */
export function useIsNarrow(below: number, unit: 'px' | 'rem') {
  const ref = useRef<HTMLDivElement>(null)
  const [narrow, setNarrow] = useState<boolean>()
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
    const measure = () => setNarrow(frame.clientWidth < below * (unit === 'rem' ? rem : 1))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [below, unit])
  return { ref, narrow }
}
