import { useSyncExternalStore } from 'react'

/** Display options of test lists, stored in this browser. Dense rows by default. */
export const listViews = ['table', 'cards', 'compact'] as const
export type ListView = (typeof listViews)[number]

const key = 'testListLook'

interface Look {
  view: ListView
  /** True if the filters are expanded. If undefined, it depends on the available space. */
  filters?: boolean
}

function readKept(): Look {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Look> | null
    return {
      view: listViews.find((view) => view === kept?.view) ?? 'table',
      ...(typeof kept?.filters === 'boolean' && { filters: kept.filters }),
    }
  } catch {
    return { view: 'table' }
  }
}

let look = readKept()
const listeners = new Set<() => void>()

function change(patch: Partial<Look>) {
  look = { ...look, ...patch }
  try {
    localStorage.setItem(key, JSON.stringify(look))
  } catch {
    // Then it lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** @returns `[look, change(patch)]` */
export function useListLook() {
  return [useSyncExternalStore(subscribe, () => look), change] as const
}
