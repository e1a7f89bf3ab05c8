import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Record<string, unknown>

/**
 * Changes the query string, but only while the URL belongs to the calling page. During navigation, the URL already
 * belongs to the next page, but the calling page still accepts input.
 *
 * @returns `change(of, how)`, which replaces the history entry by default and does nothing during navigation to
 * another page
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
