import { type RefObject, useEffect, useState } from 'react'

/** Distance from the viewport at which an element counts as near, in px. */
const margin = 800
const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** All elements on the page share one observer. */
function watch(element: Element, seen: () => void) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue
        observer?.unobserve(target)
        waiting.get(target)?.()
      }
    },
    { rootMargin: `${margin}px` },
  )
  waiting.set(element, seen)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/** True once the element has been near the viewport. Used to defer loading expensive content. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    return watch(element.current, () => setNear(true))
  }, [near, element])
  return near
}
