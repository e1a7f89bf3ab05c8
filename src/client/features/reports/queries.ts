import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** How often a list with programs that are being judged is asked for again, in ms. */
const judgingPollMs = 5_000

/** A page of the student's own reports with the figures of all that the filter finds; the last one stays while it changes. */
export const useOwnReports = (query: RouterInputs['reports']['student']['list']) =>
  trpc.reports.student.list.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.reports.some(({ pendingCode }) => pendingCode > 0) ? judgingPollMs : false,
  })

/** What the student's tests come to. */
export const useOwnPerformance = () => trpc.reports.student.performance.useQuery()
