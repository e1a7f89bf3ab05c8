import { trpc } from '#client/lib/trpc.tsx'

const refreshMs = 2_000

/** The workers and the queue, polled. */
export const useWorkers = () => trpc.judgeWorkers.list.useQuery(undefined, { staleTime: 0, refetchInterval: refreshMs })

function useRefresh() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.judgeWorkers.invalidate(), utils.audit.invalidate()])
}

/** Adds a worker. The response contains its token, which is shown once. */
export const useCreateWorker = () => trpc.judgeWorkers.create.useMutation({ onSuccess: useRefresh() })

export const useDrainWorker = () => trpc.judgeWorkers.drain.useMutation({ onSuccess: useRefresh() })

export const useRevokeWorker = () => trpc.judgeWorkers.revoke.useMutation({ onSuccess: useRefresh() })
