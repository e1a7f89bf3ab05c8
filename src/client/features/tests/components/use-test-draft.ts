import { createContext, useContext, useSyncExternalStore } from 'react'
import type { TestDraft } from '../model/test-draft.ts'
import type { DraftStore, EditorState } from '../model/test-draft-store.ts'

const Context = createContext<DraftStore | null>(null)

/** Provides the edited test to the editor. */
export const DraftProvider = Context.Provider

/** The store of the edited test. */
export function useDraftStore(): DraftStore {
  const store = useContext(Context)
  if (!store) throw new Error('Outside of the test editor')
  return store
}

/** Part of the editor's state. @param select must return the same object while that part is unchanged */
export function useDraft<Part>(select: (state: EditorState) => Part): Part {
  const store = useDraftStore()
  return useSyncExternalStore(store.subscribe, () => select(store.read()))
}

/** The error of a field by its path. */
export const useDraftError = (path: string) => useDraft(({ errors }) => errors[path])

/** Props for an input of the test's own fields. */
export function useDraftField<Field extends keyof TestDraft>(field: Field) {
  const store = useDraftStore()
  const value = useDraft(({ draft }) => draft[field])
  const error = useDraftError(field)
  return { value, error, 'data-path': field, onChange: (next: TestDraft[Field]) => store.setField(field, next) }
}
