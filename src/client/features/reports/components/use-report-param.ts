import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useChangeSearch } from '#client/lib/own-search.ts'

/**
 * Whose detailed report is open, by its test: the address says so, so that it can be linked to, and back closes it.
 *
 * @returns `[testId, open, close]`
 */
export function useReportParam() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  const go = useCallback(
    (report: string | undefined) => change((before) => ({ ...before, report }), { replace: report === undefined }),
    [change],
  )
  const open = useCallback((testId: string) => go(testId), [go])
  const close = useCallback(() => go(undefined), [go])
  return [typeof search.report === 'string' ? search.report : undefined, open, close] as const
}
