import { createContext, useContext, useSyncExternalStore } from 'react'
import type { TestDraft } from '../model/draft.ts'
import type { DraftStore, EditorState } from '../model/draft-store.ts'

const Context = createContext<DraftStore | null>(null)

/** Puts the test that is written around the editor. */
export const DraftProvider = Context.Provider

/** The test that is written, to change it. */
export function useDraftStore(): DraftStore {
  const store = useContext(Context)
  if (!store) throw new Error('Outside of the test editor')
  return store
}

/** A part of its state. @param select must answer the same object while nothing of it has changed */
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
