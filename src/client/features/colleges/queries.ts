import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** A page of colleges, newest first; the last page stays on screen while the next one loads. */
export const useColleges = (query: RouterInputs['colleges']['list']) =>
  trpc.colleges.list.useQuery(query, { placeholderData: keepPreviousData })

/** Creates a college with its admin and refreshes the lists. The answer holds the password that is shown once. */
export function useCreateCollege() {
  const utils = trpc.useUtils()
  return trpc.colleges.create.useMutation({ onSuccess: () => utils.colleges.invalidate() })
}
