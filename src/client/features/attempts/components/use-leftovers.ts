import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserClock, browserTimers, localStore, tabId } from '#client/lib/device/browser.ts'
import { readSession } from '#client/lib/session-store.ts'
import { trpcClient } from '#client/lib/trpc.tsx'
import { Leftovers, type LeftoversView } from '../model/leftovers.ts'
import { outcomeOf } from '../model/requests.ts'

/**
 * While mounted, sends changes left unsent on this device by this student's closed exam pages, and reports progress.
 */
export function useLeftovers(): LeftoversView {
  const [leftovers] = useState(
    () =>
      new Leftovers({
        ports: { storage: localStore, timers: browserTimers, clock: browserClock, random: Math.random },
        studentId: readSession()?.user.id ?? '',
        save: (id, parcel, signal) =>
          outcomeOf(trpcClient.attempts.save.mutate({ id, ...parcel, writer: tabId.read() }, { signal }), ''),
      }),
  )
  useEffect(() => {
    const stop = new AbortController()
    const look = () => void leftovers.send()
    const shown = () => {
      if (document.visibilityState === 'visible') look()
    }
    window.addEventListener('online', look, { signal: stop.signal })
    document.addEventListener('visibilitychange', shown, { signal: stop.signal })
    leftovers.start()
    return () => {
      stop.abort()
      leftovers.stop()
    }
  }, [leftovers])
  return useSyncExternalStore(leftovers.subscribe, leftovers.view)
}
