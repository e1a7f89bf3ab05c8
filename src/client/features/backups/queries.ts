import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** Polling intervals during and between runs, in ms. */
const runningMs = 1_000
const restingMs = 60_000

/** The backup overview and a page of runs, polled. */
export const useBackups = (query: RouterInputs['backups']['overview']) =>
  trpc.backups.overview.useQuery(query, {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? runningMs : restingMs),
  })

function useRefresh() {
  const { backups, audit } = trpc.useUtils()
  return () => Promise.all([backups.invalidate(), audit.invalidate()])
}

export const useStartBackup = () => trpc.backups.start.useMutation({ onSettled: useRefresh() })
export const useStartDrill = () => trpc.backups.startDrill.useMutation({ onSettled: useRefresh() })
