import { trpc } from '#client/lib/trpc.tsx'

/** How often the counts are asked for again, in ms. Writing or deleting a test refreshes them at once (`tests.invalidate`). */
const pollMs = 60_000

/** How many tests of each type one has; undefined until it is known. */
export const useTypeCounts = () =>
  trpc.tests.typeCounts.useQuery(undefined, { refetchInterval: pollMs, select: ({ counts }) => counts }).data
