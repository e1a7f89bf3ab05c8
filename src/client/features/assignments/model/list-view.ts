import { useSyncExternalStore } from 'react'

export const listViews = ['table', 'cards'] as const
export type ListView = (typeof listViews)[number]

/** Whether the college's tests stand in a table or as cards, remembered on this device. */
const key = 'assignedTestsView'

function readKept(): ListView {
  try {
    return listViews.find((view) => view === localStorage.getItem(key)) ?? 'table'
  } catch {
    return 'table'
  }
}

let chosen = readKept()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function choose(view: ListView) {
  chosen = view
  try {
    localStorage.setItem(key, view)
  } catch {
    // Where storage refuses, it is remembered as long as this page.
  }
  for (const listener of listeners) listener()
}

/** @returns `[view, choose]` */
export const useListView = () => [useSyncExternalStore(subscribe, () => chosen), choose] as const
