import { createContext, useContext, useSyncExternalStore } from 'react'

interface EditorStore<Draft, State> {
  read: () => State
  subscribe: (listener: () => void) => () => void
  setField: <Field extends keyof Draft>(field: Field, value: Draft[Field]) => void
}

interface EditorState<Draft> {
  draft: Draft
  errors: Readonly<Record<string, string>>
}

/** The fields of a draft that contain text. */
type TextField<Draft> = {
  [Field in keyof Draft]: Draft[Field] extends string ? (string extends Draft[Field] ? Field : never) : never
}[keyof Draft] &
  string

/** Hooks that connect an editor's components to the draft store that `DraftProvider` provides. */
export function createDraftHooks<Draft, State extends EditorState<Draft>, Store extends EditorStore<Draft, State>>() {
  // biome-ignore-start lint/correctness/noComponentHookFactories: called once per editor, when its module is loaded
  const Context = createContext<Store | null>(null)

  function useDraftStore(): Store {
    const store = useContext(Context)
    if (!store) throw new Error('Used outside the editor')
    return store
  }

  /** Part of the editor's state. @param select must return the same object while that part is unchanged */
  function useDraft<Part>(select: (state: State) => Part): Part {
    const store = useDraftStore()
    return useSyncExternalStore(store.subscribe, () => select(store.read()))
  }

  /** A field's error, by its path. */
  const useDraftError = (path: string) => useDraft(({ errors }) => errors[path])

  /** Props for the input of a top-level field of the draft. */
  function useDraftField<Field extends keyof Draft & string>(field: Field) {
    const store = useDraftStore()
    const value = useDraft(({ draft }) => draft[field])
    const error = useDraftError(field)
    return { value, error, 'data-path': field, onChange: (next: Draft[Field]) => store.setField(field, next) }
  }

  /** Like `useDraftField`, for inputs whose `onChange` gets an event. */
  function useTextField<Field extends TextField<Draft>>(field: Field) {
    const { onChange, value, ...props } = useDraftField(field)
    return {
      ...props,
      value: value as string,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value as Draft[Field]),
    }
  }

  // biome-ignore-end lint/correctness/noComponentHookFactories: see above
  return { DraftProvider: Context.Provider, useDraftStore, useDraft, useDraftError, useDraftField, useTextField }
}
