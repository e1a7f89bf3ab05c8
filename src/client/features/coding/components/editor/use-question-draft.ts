import { createContext, useContext, useSyncExternalStore } from 'react'
import type { QuestionDraft } from '../../model/question-draft.ts'
import type { EditorState, QuestionStore } from '../../model/question-draft-store.ts'

const Context = createContext<QuestionStore | null>(null)

/** Provides the edited question to the editor. */
export const DraftProvider = Context.Provider

/** The store of the edited question. */
export function useDraftStore(): QuestionStore {
  const store = useContext(Context)
  if (!store) throw new Error('Outside of the question editor')
  return store
}

/** Part of the editor's state. @param select must return the same object while that part is unchanged */
export function useDraft<Part>(select: (state: EditorState) => Part): Part {
  const store = useDraftStore()
  return useSyncExternalStore(store.subscribe, () => select(store.read()))
}

/** The error of a field by its path. */
export const useDraftError = (path: string) => useDraft(({ errors }) => errors[path])

/** Props for an input of the question's own fields. */
export function useDraftField<Field extends keyof QuestionDraft>(field: Field) {
  const store = useDraftStore()
  const value = useDraft(({ draft }) => draft[field])
  const error = useDraftError(field)
  return { value, error, 'data-path': field, onChange: (next: QuestionDraft[Field]) => store.setField(field, next) }
}

/** The same for inputs with change events. */
export function useTextField(
  field:
    | 'title'
    | 'description'
    | 'constraints'
    | 'input_format'
    | 'output_format'
    | 'sample_input'
    | 'sample_output'
    | 'explanation',
) {
  const { onChange, ...props } = useDraftField(field)
  return {
    ...props,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
}
