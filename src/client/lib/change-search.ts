import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, unknown>

/**
 * Changes the query string of the page that calls it, and of no other: while the next page loads, the URL is already
 * that page's, but this page still accepts input.
 *
 * @returns `change(of, how)`; it replaces the history entry by default, and does nothing while navigating to another
 * page
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
