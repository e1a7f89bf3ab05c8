import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { now } from '#client/lib/clock.ts'
import { trpc } from '#client/lib/trpc.tsx'
import { LiveFeed } from '../../model/live-feed.ts'

/** Follows an assignment's live board while mounted. @returns its state, and a function to restart it */
export function useLiveBoard(id: string) {
  const { client } = trpc.useUtils()
  const feed = useMemo(
    () =>
      new LiveFeed({
        subscribe: ({ changes, end }) => {
          const stream = client.attempts.liveChanges.subscribe(
            { id },
            { onData: changes, onError: end, onComplete: () => end() },
          )
          return () => stream.unsubscribe()
        },
        fetchBoard: (since) => client.attempts.live.query({ id, since }),
        now,
        later: (ms, run) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
        random: Math.random,
      }),
    [client, id],
  )
  useEffect(() => {
    const again = () => feed.again()
    const cutOff = () => feed.cutOff()
    feed.start()
    window.addEventListener('online', again)
    window.addEventListener('offline', cutOff)
    return () => {
      window.removeEventListener('online', again)
      window.removeEventListener('offline', cutOff)
      feed.stop()
    }
  }, [feed])
  return { ...useSyncExternalStore(feed.watch, feed.read), again: () => feed.again() }
}
