import { useEffect, useState } from 'react'
import { type AutosaveOptions, type AutosaveState, DraftAutosave } from '#client/lib/draft-autosave.ts'

/** The part of a form's state that is needed to keep drafts. */
interface DraftSource<Draft> {
  /** Initial values of the form. */
  initial: Draft
  read: () => { draft: Draft }
  hasChanges: () => boolean
  /** Calls back after each change. @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/** Keeps the draft in this browser while it is edited, and flushes it when the page goes away. */
export function useDraftAutosave<Draft>(
  store: DraftSource<Draft>,
  options: Omit<AutosaveOptions<Draft>, 'read' | 'onChange'>,
) {
  const [autosave, setKeeping] = useState<AutosaveState>({ state: 'nothing' })
  const [autosaver] = useState(
    () =>
      new DraftAutosave({
        ...options,
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
      autosaver.changed()
    }
    look()
    const stop = store.subscribe(look)
    const flush = () => autosaver.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      stop()
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [store, autosaver])
  return { keeping: autosave, drop: () => autosaver.drop() }
}
