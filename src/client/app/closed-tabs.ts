import { useSyncExternalStore } from 'react'

/** Tabs whose sub-items are collapsed, stored on this device. Tabs are expanded by default. */
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

/** @returns `[open, setOpen]` for one tab */
export function useTabOpen(path: string) {
  const open = useSyncExternalStore(subscribe, () => !closed.includes(path))
  const setOpen = (next: boolean) => {
    const others = closed.filter((other) => other !== path)
    closed = next ? others : [...others, path]
    try {
      localStorage.setItem(key, closed.join(' '))
    } catch {
      // If storage is blocked, the state lasts until the page is closed.
    }
    for (const listener of listeners) listener()
  }
  return [open, setOpen] as const
}
