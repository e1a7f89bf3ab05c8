import { useSyncExternalStore } from 'react'

/** Which tabs' sub-items are folded away, remembered on this device; unfolded is the rule. */
const key = 'closedTabs'

function readKept(): readonly string[] {
  try {
    return (localStorage.getItem(key) ?? '').split(' ')
  } catch {
    return []
  }
}

let closed = readKept()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** @returns `[open, setOpen]` of one tab */
export function useTabOpen(path: string) {
  const open = useSyncExternalStore(subscribe, () => !closed.includes(path))
  const setOpen = (next: boolean) => {
    const others = closed.filter((other) => other !== path)
    closed = next ? others : [...others, path]
    try {
      localStorage.setItem(key, closed.join(' '))
    } catch {
      // If storage is blocked, remembered until the page is closed.
    }
    for (const listener of listeners) listener()
  }
  return [open, setOpen] as const
}
