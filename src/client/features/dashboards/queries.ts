import { keepPreviousData } from '@tanstack/react-query'
import { timeZone } from '#client/lib/time.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

/** A college's totals and its newest people, for its admin; faculty and students are answered something else. */
export const useCollegeDashboard = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('totalFaculty' in home ? home : undefined),
  })

/** The first steps of the reader's college or platform. */
export const useFirstSteps = () =>
  trpc.dashboards.firstSteps.useQuery(undefined, { select: ({ steps }) => steps, staleTime: 0 })

/** True if all steps are done: until then they have the dashboard's primary button. */
export const useIsSetUp = () => useFirstSteps().data?.every(({ done }) => done) ?? false

/** Changes in the college over the last 30 days. */
export const useCollegeChanges = () => trpc.dashboards.collegeChanges.useQuery()

export type Colleague = Extract<RouterOutputs['dashboards']['college'], { colleagues: unknown }>['colleagues'][number]

/** How often the platform's dashboard is asked for while it is looked at, in ms. */
const livePollMs = 30_000
const live = { refetchInterval: livePollMs, refetchOnWindowFocus: 'always' } as const

/** The platform's figures, live; days are the viewer's. */
export const usePlatformDashboard = () => trpc.dashboards.platform.useQuery({ timeZone: timeZone() }, live)

/** How the server is, live. */
export const useServerHealth = () => trpc.dashboards.health.useQuery(undefined, live)

/** Data of its charts. */
export const usePlatformCharts = () => trpc.dashboards.charts.useQuery({ timeZone: timeZone() }, live)

/** A page of the offers that colleges have not decided on; the last one stays while the next one loads. */
export const useWaitingOffers = (query: RouterInputs['reports']['tests']['waiting']) =>
  trpc.reports.tests.waiting.useQuery(query, { placeholderData: keepPreviousData })

/** People with the same role in the college, with their number; for faculty and students. */
export const useColleagues = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('colleagues' in home ? home : undefined),
  })
