import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { browserTimers, localStore } from '#client/features/attempts/model/browser.ts'
import { now } from '#client/lib/clock.ts'
import type { QuestionDraft } from '../../model/draft/draft.ts'
import type { EditorState, QuestionStore } from '../../model/draft/draft-store.ts'
import { DraftKeeper, type Keeping } from '../../model/draft/kept-draft.ts'

const Context = createContext<QuestionStore | null>(null)

/** Puts the question that is written around the editor. */
export const DraftProvider = Context.Provider

/** The question that is written, to change it. */
export function useDraftStore(): QuestionStore {
  const store = useContext(Context)
  if (!store) throw new Error('Outside of the question editor')
  return store
}

/** A part of its state. @param select must answer the same object while nothing of it has changed */
export function useDraft<Part>(select: (state: EditorState) => Part): Part {
  const store = useDraftStore()
  return useSyncExternalStore(store.subscribe, () => select(store.read()))
}

/** The error of a field by its path. */
export const useDraftError = (path: string) => useDraft(({ errors }) => errors[path])

/** What an input of one of the question's own fields needs. */
export function useDraftField<Field extends keyof QuestionDraft>(field: Field) {
  const store = useDraftStore()
  const value = useDraft(({ draft }) => draft[field])
  const error = useDraftError(field)
  return { value, error, 'data-path': field, onChange: (next: QuestionDraft[Field]) => store.setField(field, next) }
}

/** The same for an input that tells of its changes by an event. */
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

/**
 * Keeps the draft in this browser while it is worked on, also when the page goes away.
 *
 * @param key under which it is kept
 */
export function useDraftKeeping(store: QuestionStore, key: string) {
  const [keeping, setKeeping] = useState<Keeping>({ state: 'nothing' })
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        storage: localStore,
        timers: browserTimers,
        now,
        key,
        read: () => (store.hasChanges() ? store.read().draft : null),
        onChange: setKeeping,
      }),
  )
  useEffect(() => {
    let seen = store.initial
    const look = () => {
      const { draft } = store.read()
      if (draft === seen) return
      seen = draft
      keeper.changed()
    }
    look()
    const stop = store.subscribe(look)
    const flush = () => keeper.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stop()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [store, keeper])
  return { keeping, drop: () => keeper.drop() }
}
