import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useChangeSearch } from '#client/lib/own-search.ts'
import type { PageOf } from './data-list-footer.tsx'

/**
 * Goes to the last existing page if the current one is beyond it, because of an old link or because its last row is
 * gone. Replaces the page in the URL, so that Back does not return to it.
 */
export function useLastPage({ page, totalPages }: PageOf, onChange: (page: number) => void) {
  const inUrl: { page?: unknown } = useSearch({ strict: false })
  const change = useChangeSearch()
  const last = Math.max(totalPages, 1)
  const beyond = page > last
  const leave = useEffectEvent(() => {
    if (Number(inUrl.page) !== page) return onChange(last)
    change((before) => ({ ...before, page: last === 1 ? undefined : String(last) }))
  })
  useEffect(() => {
    if (beyond) leave()
  }, [beyond])
  return beyond
}
