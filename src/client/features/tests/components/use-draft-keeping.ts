import { useEffect, useState } from 'react'
import { browserTimers, localStore } from '#client/features/attempts/model/browser.ts'
import { now } from '#client/lib/clock.ts'
import type { DraftStore } from '../model/draft-store.ts'
import { DraftKeeper, type Keeping } from '../model/kept-draft.ts'

/**
 * Keeps the draft in this browser while it is worked on, also when the page goes away.
 *
 * @param key under which it is kept
 * @param base fingerprint of the stored test, null for a new one
 */
export function useDraftKeeping(store: DraftStore, key: string, base: string | null) {
  const [keeping, setKeeping] = useState<Keeping>({ state: 'nothing' })
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        storage: localStore,
        timers: browserTimers,
        now,
        key,
        base,
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
