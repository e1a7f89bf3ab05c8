import { useEffect } from 'react'
import { trpc } from '#client/lib/trpc.tsx'

/** Polling interval for the bell, in ms. */
const pollMs = 30_000
/** Maximum notifications in the bell's list. */
const bellSize = 5

/**
 * The latest few notifications and the unread count, polled every 30 s while the page is visible. Failures are only
 * logged. Kept separate from the other queries, because their code would enlarge everybody's first page.
 */
export function useBell(enabled = true) {
  const query = trpc.notifications.inbox.useQuery(
    { page: 1, limit: bellSize },
    { refetchInterval: pollMs, staleTime: 0, enabled },
  )
  const { error } = query
  useEffect(() => {
    if (error) console.warn('Failed to load notifications:', error)
  }, [error])
  return query
}
