import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** A page of colleges, newest first; the last page stays on screen while the next one loads. */
export const useColleges = (query: RouterInputs['colleges']['list']) =>
  trpc.colleges.list.useQuery(query, { placeholderData: keepPreviousData })

/** One college; nothing is asked without an id. */
export const useCollege = (id: string | undefined) =>
  trpc.colleges.get.useQuery({ id: id ?? '' }, { enabled: id !== undefined })

/** A college with its batches, its streams and what of the platform it uses. */
export const useCollegeOverview = (id: string) => trpc.colleges.overview.useQuery({ id })

/** A page of the tests offered to a college, newest offer first. */
export const useCollegeTests = (query: RouterInputs['colleges']['tests']) =>
  trpc.colleges.tests.useQuery(query, { placeholderData: keepPreviousData })

/** The platform's totals and its recent logins. */
export const useAdminStats = () => trpc.colleges.stats.useQuery()

/** Invalidates a college's figures, those of the platform, and the audit log. */
function useRefresh() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.colleges.invalidate(), utils.dashboards.invalidate(), utils.audit.invalidate()])
}

/** Creates a college with its admin. The answer holds the password that is shown once. */
export const useCreateCollege = () => trpc.colleges.create.useMutation({ onSuccess: useRefresh() })

/** Replaces what is known of a college; with its email goes its admin's sign-in. */
export const useUpdateCollege = () => trpc.colleges.update.useMutation({ onSuccess: useRefresh() })

/** Activates or deactivates a college. */
export const useToggleCollege = () => trpc.colleges.toggleStatus.useMutation({ onSuccess: useRefresh() })

/** A new password for a college's admin. The answer holds it, this once. */
export const useReissuePassword = () => trpc.colleges.reissuePassword.useMutation({ onSuccess: useRefresh() })

/** Turns off two-step sign-in for a college's admin. */
export const useTurnOffTwoStep = () => trpc.colleges.turnOffTwoStep.useMutation({ onSuccess: useRefresh() })

/** Deletes a college with everything of it; may take seconds. */
export function useDeleteCollege() {
  const utils = trpc.useUtils()
  const queries = useQueryClient()
  return trpc.colleges.delete.useMutation({
    onSuccess: async () => {
      // Any list may have held something of it. What is on screen is about to go and is not asked for once more.
      queries.removeQueries({ type: 'inactive' })
      await utils.invalidate(undefined, { refetchType: 'none' })
    },
  })
}
