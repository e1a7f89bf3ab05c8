import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, unknown>

/**
 * Changes what stands behind the `?` of the page that this is drawn on, and of no other: while the next page loads the address is
 * that one's already, and this page is still there to be typed into.
 *
 * @returns `change(of, how)`; it replaces the entry in the history unless told otherwise, and does nothing on the way elsewhere
 */
export function useChangeSearch() {
  const router = useRouter()
  const own = useMatch({ strict: false, select: ({ id }) => id })
  return useCallback(
    (of: (before: Search) => Search, { replace = true, resetScroll = false } = {}) => {
      if (router.matchRoutes(router.latestLocation).some(({ id }) => id === own))
        void router.navigate({ to: '.', search: of, state: true, replace, resetScroll })
    },
    [router, own],
  )
}
