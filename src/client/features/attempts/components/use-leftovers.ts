import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserClock, browserTimers, localStore, tabId } from '#client/lib/device/browser.ts'
import { readSession } from '#client/lib/session-store.ts'
import { trpcClient } from '#client/lib/trpc.tsx'
import { JournalOutbox } from '../model/journal-outbox.ts'
import { Leftovers, type LeftoversView } from '../model/leftovers.ts'
import { outcomeOf } from '../model/requests.ts'
import { sendJournal } from '../send-journal.ts'

const ports = { storage: localStore, timers: browserTimers, clock: browserClock, random: Math.random }

/**
 * While mounted, sends changes and journals left unsent on this device by this student's closed exam pages, and reports
 * the progress of the changes.
 */
export function useLeftovers(): LeftoversView {
  const [studentId] = useState(() => readSession()?.user.id ?? '')
  const [journals] = useState(() => new JournalOutbox({ ports, studentId, send: sendJournal }))
  const [leftovers] = useState(
    () =>
      new Leftovers({
        ...{ ports, studentId },
        save: (id, changes, signal) =>
          outcomeOf(trpcClient.attempts.save.mutate({ id, ...changes, writer: tabId.read() }, { signal }), ''),
      }),
  )
  useEffect(() => {
    const stop = new AbortController()
    const look = () => {
      void leftovers.send()
      void journals.flush()
    }
    const shown = () => {
      if (document.visibilityState === 'visible') look()
    }
    window.addEventListener('online', look, { signal: stop.signal })
    document.addEventListener('visibilitychange', shown, { signal: stop.signal })
    leftovers.start()
    journals.start()
    return () => {
      stop.abort()
      leftovers.stop()
      journals.stop()
    }
  }, [leftovers, journals])
  return useSyncExternalStore(leftovers.subscribe, leftovers.view)
}
