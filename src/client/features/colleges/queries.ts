import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** A page of colleges, newest first. Keeps the previous page while the next one loads. */
export const useColleges = (query: RouterInputs['colleges']['list']) =>
  trpc.colleges.list.useQuery(query, { placeholderData: keepPreviousData })

/** One college. Disabled without an id. */
export const useCollege = (id: string | undefined) =>
  trpc.colleges.get.useQuery({ id: id ?? '' }, { enabled: id !== undefined })

/** A college with its batches, streams and feature usage. */
export const useCollegeOverview = (id: string) => trpc.colleges.overview.useQuery({ id })

/** A page of the tests offered to a college, newest offer first. */
export const useCollegeTests = (query: RouterInputs['colleges']['tests']) =>
  trpc.colleges.tests.useQuery(query, { placeholderData: keepPreviousData })

/** The platform's totals and recent logins. */
export const useAdminStats = () => trpc.colleges.stats.useQuery()

/** Invalidates college and platform statistics, and the audit log. */
function useRefresh() {
  const utils = trpc.useUtils()
  return () => Promise.all([utils.colleges.invalidate(), utils.dashboards.invalidate(), utils.audit.invalidate()])
}

/** Creates a college with its admin. The response contains the password, which is shown once. */
export const useCreateCollege = () => trpc.colleges.create.useMutation({ onSuccess: useRefresh() })

/** Updates a college. Changing its email also changes the admin's sign-in email. */
export const useUpdateCollege = () => trpc.colleges.update.useMutation({ onSuccess: useRefresh() })

export const useToggleCollege = () => trpc.colleges.toggleStatus.useMutation({ onSuccess: useRefresh() })

/** Sets a new password for a college's admin. The response contains the password, which is shown once. */
export const useReissuePassword = () => trpc.colleges.reissuePassword.useMutation({ onSuccess: useRefresh() })

/** Turns a college's permission to write its own tests on or off. */
export const useSetOwnTests = () => trpc.colleges.setOwnTests.useMutation({ onSettled: useRefresh() })

export const useTurnOffTwoStep = () => trpc.colleges.turnOffTwoStep.useMutation({ onSuccess: useRefresh() })

/** Deletes a college with all its data. May take several seconds. */
export function useDeleteCollege() {
  const utils = trpc.useUtils()
  const queries = useQueryClient()
  return trpc.colleges.delete.useMutation({
    onSuccess: async () => {
      // Any list may contain the college's data. Active queries are skipped, because their screen is about to unmount.
      queries.removeQueries({ type: 'inactive' })
      await utils.invalidate(undefined, { refetchType: 'none' })
    },
  })
}
