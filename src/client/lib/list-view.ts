import { create } from 'zustand'
import { localStore } from './device/browser.ts'

/** Display options of test lists, stored in this browser. The default view is a table. */
export const listViews = ['table', 'cards', 'compact'] as const
export type ListView = (typeof listViews)[number]

const key = 'testListLook'

interface ListDisplay {
  view: ListView
  /** True if the filters are expanded; undefined to choose by the available space. */
  filters?: boolean
}

function readSaved(): ListDisplay {
  try {
    const kept = JSON.parse(localStore.read(key) ?? '{}') as Partial<ListDisplay> | null
    return {
      view: listViews.find((view) => view === kept?.view) ?? 'table',
      ...(typeof kept?.filters === 'boolean' && { filters: kept.filters }),
    }
  } catch {
    return { view: 'table' }
  }
}

const useDisplay = create(readSaved)

function change(patch: Partial<ListDisplay>) {
  useDisplay.setState(patch)
  localStore.write(key, JSON.stringify(useDisplay.getState()))
}

/** @returns `[display, change(patch)]` */
export const useListView = () => [useDisplay(), change] as const
