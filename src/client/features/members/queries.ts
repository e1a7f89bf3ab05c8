import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** A page of the college's people, newest first; the last page stays on screen while the next one loads. */
export const useMembers = (query: RouterInputs['members']['list']) =>
  trpc.members.list.useQuery(query, { placeholderData: keepPreviousData })

/** The students' branches, batches and sections, for the filters; empty until they are known. */
export function useGroupNames() {
  const branches = trpc.members.branches.useQuery()
  const batches = trpc.members.batches.useQuery()
  const sections = trpc.members.sections.useQuery()
  return {
    branches: branches.data?.branches ?? [],
    batches: batches.data?.batches ?? [],
    sections: sections.data?.sections ?? [],
  }
}

/** Adds a faculty member or student and refreshes lists and filters. The answer holds the password that is shown once. */
export function useCreateMember() {
  const utils = trpc.useUtils()
  return trpc.members.create.useMutation({ onSuccess: () => utils.members.invalidate() })
}
