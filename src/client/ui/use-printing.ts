import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let printing = false
const listeners = new Set<() => void>()

function change(next: boolean) {
  printing = next
  for (const listener of listeners) listener()
}

// The browser prints the page as it is when the event's listeners return.
window.addEventListener('beforeprint', () => flushSync(() => change(true)))
window.addEventListener('afterprint', () => change(false))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True while the page is being printed. Lists then show all rows instead of one page. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing)
