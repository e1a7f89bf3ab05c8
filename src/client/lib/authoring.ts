import { useUser } from './session.ts'
import { trpc } from './trpc.tsx'

const all = { canRead: true, canWrite: true }
const nothing = { canRead: false, canWrite: false }

/** Maximum age of the cached permissions, in ms. The owner rarely changes them. */
const staleMs = 60_000

/**
 * The user's permissions to read and write their own tests and questions. `data` is undefined while a college admin's
 * permissions are loading.
 */
export function useAuthoring() {
  const { role } = useUser()
  const own = trpc.colleges.ownTests.useQuery(undefined, { enabled: role === 'college_admin', staleTime: staleMs })
  const { data, error, refetch } = own
  return { data: role === 'master_admin' ? all : role === 'college_admin' ? data : nothing, error, refetch }
}
