import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Whose detailed report is open, by its test: the address says so, so that it can be linked to, and back closes it.
 *
 * @returns `[testId, open, close]`
 */
export function useReportParam() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (report: string | undefined) =>
      void navigate({
        to: '.',
        replace: report === undefined,
        resetScroll: false,
        search: (before: Record<string, unknown>) => ({ ...before, report }),
      }),
    [navigate],
  )
  const open = useCallback((testId: string) => go(testId), [go])
  const close = useCallback(() => go(undefined), [go])
  return [typeof search.report === 'string' ? search.report : undefined, open, close] as const
}
