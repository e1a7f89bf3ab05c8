import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

/** A college's totals and its newest people, for its admin; faculty and students are answered something else. */
export const useCollegeDashboard = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('totalFaculty' in home ? home : undefined),
  })

export type Colleague = Extract<RouterOutputs['dashboards']['college'], { colleagues: unknown }>['colleagues'][number]

/** Who else of one's role is in the college, and how many they are, for faculty and students. */
export const useColleagues = () =>
  trpc.dashboards.college.useQuery(undefined, {
    select: (home) => ('colleagues' in home ? home : undefined),
  })
