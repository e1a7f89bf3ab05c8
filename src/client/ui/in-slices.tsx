import { type ReactNode, useDeferredValue } from 'react'

/**
 * Draws something large in pieces of a few milliseconds, between which the browser answers to its user: on a cheap phone all at once
 * would hold it for a good part of a second. What changes later is drawn at once.
 */
export function InSlices({ children }: { children: ReactNode }) {
  // React gives the second rendering, and it alone, time slices.
  const isTurn = useDeferredValue(true, false)
  return isTurn && children
}
