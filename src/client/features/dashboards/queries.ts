import { keepPreviousData } from '@tanstack/react-query'
import { timeZone } from '#client/lib/time.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

/** A college's totals and newest users, for its admin. Faculty and students get a different response. */
export const useCollegeDashboard = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('totalFaculty' in home ? home : undefined),
  })

/** First steps for the user's college or platform. */
export const useFirstSteps = () =>
  trpc.dashboards.firstSteps.useQuery(undefined, { select: ({ steps }) => steps, staleTime: 0 })

/** True once all steps are done. Until then, the next step has the dashboard's primary button. */
export const useIsSetUp = () => useFirstSteps().data?.every(({ done }) => done) ?? false

/** Changes in the college over the last 30 days. */
export const useCollegeChanges = () => trpc.dashboards.collegeChanges.useQuery()

export type Colleague = Extract<RouterOutputs['dashboards']['college'], { colleagues: unknown }>['colleagues'][number]

/** Polling interval for the platform dashboard while it is open, in ms. */
const livePollMs = 30_000
const live = { refetchInterval: livePollMs, refetchOnWindowFocus: 'always' } as const

/** The platform's statistics, polled. Days are counted in the viewer's time zone. */
export const usePlatformDashboard = () => trpc.dashboards.platform.useQuery({ timeZone: timeZone() }, live)

/** Server health, polled. */
export const useServerHealth = () => trpc.dashboards.health.useQuery(undefined, live)

/** Data for the dashboard's charts, polled. */
export const usePlatformCharts = () => trpc.dashboards.charts.useQuery({ timeZone: timeZone() }, live)

/** A page of pending offers. Keeps the previous page while the next one loads. */
export const useWaitingOffers = (query: RouterInputs['reports']['tests']['waiting']) =>
  trpc.reports.tests.waiting.useQuery(query, { placeholderData: keepPreviousData })

/** People in the college with the user's role, and their total. For faculty and students. */
export const useColleagues = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('colleagues' in home ? home : undefined),
  })
