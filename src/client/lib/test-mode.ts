import { useEffect, useSyncExternalStore } from 'react'

/**
 * Page-wide signal that a test is being taken, which hides the sidebar and header. Changes are also dispatched on the
 * window as a `testModeChanged` event whose detail is the new state.
 */
let holders = 0
const eventName = 'testModeChanged'

function hold(by: 1 | -1) {
  const before = holders > 0
  holders += by
  const after = holders > 0
  if (before !== after) window.dispatchEvent(new CustomEvent(eventName, { detail: after }))
}

function subscribe(listener: () => void) {
  window.addEventListener(eventName, listener)
  return () => window.removeEventListener(eventName, listener)
}

export const isTestMode = () => holders > 0

export const useIsTestMode = () => useSyncExternalStore(subscribe, isTestMode)

/** Keeps test mode on while the calling component is mounted and `on` is true. */
export function useTestMode(on: boolean) {
  useEffect(() => {
    if (!on) return
    hold(1)
    return () => hold(-1)
  }, [on])
}
