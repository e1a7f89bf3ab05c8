import { useSyncExternalStore } from 'react'

/** Display options of test lists, stored in this browser. Dense rows by default. */
export const listViews = ['table', 'cards', 'compact'] as const
export type ListView = (typeof listViews)[number]

const key = 'testListLook'

interface ListDisplay {
  view: ListView
  /** True if the filters are expanded. If undefined, it depends on the available space. */
  filters?: boolean
}

function readSaved(): ListDisplay {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<ListDisplay> | null
    return {
      view: listViews.find((view) => view === kept?.view) ?? 'table',
      ...(typeof kept?.filters === 'boolean' && { filters: kept.filters }),
    }
  } catch {
    return { view: 'table' }
  }
}

let display = readSaved()
const listeners = new Set<() => void>()

function change(patch: Partial<ListDisplay>) {
  display = { ...display, ...patch }
  try {
    localStorage.setItem(key, JSON.stringify(display))
  } catch {
    // Storage is blocked, so the choice lasts until the page is closed.
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
export function useListView() {
  return [useSyncExternalStore(subscribe, () => display), change] as const
}
