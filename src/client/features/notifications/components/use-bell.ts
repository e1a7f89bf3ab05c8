import { useEffect } from 'react'
import { trpc } from '#client/lib/trpc.tsx'

/** How often the bell asks what is new, in ms. */
const pollMs = 30_000
/** How many the bell shows. */
const bellSize = 5

/**
 * The latest few and how many are unread, asked again every 30 s while somebody can see it. A failure is only written down. Apart
 * from the other queries, whose code would come with it into the first page of everybody.
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
