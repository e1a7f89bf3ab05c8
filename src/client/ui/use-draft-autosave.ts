import { useEffect, useState } from 'react'
import { now } from '#client/lib/clock.ts'
import { browserTimers, localStore } from '#client/lib/device/browser.ts'
import { type AutosaveOptions, type AutosaveState, DraftAutosave } from '#client/lib/draft-autosave.ts'

/** The part of a form's state that is needed to keep drafts. */
interface DraftSource<Draft> {
  initial: Draft
  read: () => { draft: Draft }
  hasChanges: () => boolean
  /** Calls `listener` after each change. @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void
}

/** Stores pending work when the page is hidden or closed, and when the component unmounts. */
export function useFlushOnLeave(kept: { flush: () => void }) {
  useEffect(() => {
    const flush = () => kept.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [kept])
}

/** Keeps the draft in this browser while it is edited, and flushes it when the page is hidden or closed. */
export function useDraftAutosave<Draft>(
  store: DraftSource<Draft>,
  options: Pick<AutosaveOptions<Draft>, 'key' | 'base' | 'fits'>,
) {
  const [autosave, setKeeping] = useState<AutosaveState>({ state: 'nothing' })
  const [autosaver] = useState(
    () =>
      new DraftAutosave({
        storage: localStore,
        timers: browserTimers,
        now,
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
    return store.subscribe(look)
  }, [store, autosaver])
  useFlushOnLeave(autosaver)
  return { keeping: autosave, drop: () => autosaver.drop() }
}
