import { useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useChangeSearch } from '#client/lib/change-search.ts'

/**
 * The open detailed report: its test and, if there are several, its attempt. Kept in the URL so that the report can be
 * linked and Back closes it.
 *
 * @returns `[testId, open, close]`
 */
export function useReportParam() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const change = useChangeSearch()
  const open = useCallback(
    (report?: string, attempt?: string) =>
      change((before) => ({ ...before, report, attempt }), { replace: report === undefined }),
    [change],
  )
  return [typeof search.report === 'string' ? search.report : undefined, open, () => open()] as const
}
