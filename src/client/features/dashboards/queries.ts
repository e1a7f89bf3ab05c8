import { trpc } from '#client/lib/trpc.tsx'

/** A college's totals and its newest people, for its admin; faculty and students are answered something else. */
export const useCollegeDashboard = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('totalFaculty' in home ? home : undefined),
  })
