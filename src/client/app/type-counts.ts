import { trpc } from '#client/lib/trpc.tsx'

/** Polling interval of the counts, in ms. Creating or deleting a test refreshes them at once (`tests.invalidate`). */
const pollMs = 60_000

/** The user's number of tests by type. Undefined while loading. */
export const useTypeCounts = () =>
  trpc.tests.typeCounts.useQuery(undefined, { refetchInterval: pollMs, select: ({ counts }) => counts }).data
