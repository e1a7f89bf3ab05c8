import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { downloadFile } from '#client/lib/download.ts'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import { useRowsOnPaper } from '#client/ui/use-rows-on-paper.ts'
import type { BulkResult } from '#shared/members/bulk/schema.ts'
import type { MemberRole } from '#shared/members/schema.ts'
import { templateName } from './model/sheets.ts'

/** A page of the college's people; the last page stays on screen while the next one loads. */
export const useMembers = (query: RouterInputs['members']['list'], enabled = true) =>
  trpc.members.list.useQuery(query, { placeholderData: keepPreviousData, enabled })

/** One person to edit, as the server knows them now: the row of a list may be older than somebody else's change. */
export function useMemberToEdit(id: string) {
  const query = trpc.members.get.useQuery(
    { id },
    { select: ({ user }) => user, refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  return { ...query, data: query.isFetchedAfterMount && !query.error ? query.data : undefined }
}

/** The students' branches, batches and sections, for the filters; empty until they are known. */
export function useGroupNames() {
  const branches = trpc.members.branches.useQuery()
  const batches = trpc.members.batches.useQuery()
  const sections = trpc.members.sections.useQuery()
  const all = [branches, batches, sections]
  return {
    branches: branches.data?.branches ?? [],
    batches: batches.data?.batches ?? [],
    sections: sections.data?.sections ?? [],
    /** Why one of them is not known, null while none failed. */
    error: all.find(({ data, error }) => error && !data)?.error ?? null,
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  }
}

/**
 * Changes to people affect lists, filters, the tree, dashboards and pickers: invalidate all of them, and refetch what
 * is on screen.
 */
function useMembersChanged() {
  const utils = trpc.useUtils()
  return () => void utils.invalidate()
}

/** Adds a faculty member or student. The answer holds the password that is shown once. */
export const useCreateMember = () => trpc.members.create.useMutation({ onSuccess: useMembersChanged() })

// After a refusal as well: somebody else may have changed or deleted the person, and the list should say so.
export const useUpdateMember = () => trpc.members.update.useMutation({ onSettled: useMembersChanged() })
export const useToggleMember = () => trpc.members.toggleStatus.useMutation({ onSettled: useMembersChanged() })
export const useDeleteMember = () => trpc.members.delete.useMutation({ onSettled: useMembersChanged() })
export const useReissuePassword = () => trpc.members.reissuePassword.useMutation({ onSettled: useMembersChanged() })

/** Asks for the ids of everyone that a list's filters match. */
export const useFindSelection = () => {
  const { client } = trpc.useUtils()
  return useMutation({
    mutationFn: (query: RouterInputs['members']['selection']['find']) => client.members.selection.find.query(query),
  })
}

export const useSetActive = () => trpc.members.selection.setActive.useMutation({ onSettled: useMembersChanged() })
export const useMoveMembers = () => trpc.members.selection.move.useMutation({ onSettled: useMembersChanged() })
export const useReissuePasswords = () =>
  trpc.members.selection.reissuePasswords.useMutation({ onSettled: useMembersChanged() })

/** Everyone a list's filters match, for paper. */
export function useMembersOnPaper(query: RouterInputs['members']['selection']['find']) {
  const { client } = trpc.useUtils()
  return useRowsOnPaper(['members', query], async (page) => {
    const { users, pagination } = await client.members.list.query({ ...query, ...page })
    return { rows: users, total: pagination.total }
  })
}

/** The totals over the tree of students. */
export const useHierarchySummary = () =>
  trpc.members.hierarchySummary.useQuery(undefined, { select: ({ summary }) => summary })

/** One level of the tree: the batches, a batch's branches, or a branch's sections. */
export const useHierarchyLevel = (place: RouterInputs['members']['hierarchyLevel']) =>
  trpc.members.hierarchyLevel.useQuery(place, { select: ({ groups }) => groups })

interface BulkUpload {
  role: MemberRole
  file: File
  /** To ask for the progress by. */
  uploadId: string
  onProgress: (sent: number, total: number) => void
  signal: AbortSignal
}

/** Sends a sheet of people. Also after a failure the lists are old: what was sent may have arrived all the same. */
export const useBulkUpload = () =>
  useMutation({
    mutationFn: ({ role, file, uploadId, onProgress, signal }: BulkUpload) =>
      uploadFile<BulkResult>('/api/college/users/bulk-upload', 'file', file, {
        fields: { role, uploadId },
        onProgress,
        signal,
      }),
    onSettled: useMembersChanged(),
  })

/** How often a running upload is asked how far it has come, in ms. */
const progressEvery = 500

/** How far the server is with an upload; undefined until it says so. */
export const useBulkProgress = (uploadId: string) =>
  trpc.members.bulk.progress.useQuery(
    { uploadId },
    { refetchInterval: progressEvery, refetchIntervalInBackground: true, retry: false, staleTime: 0, gcTime: 0 },
  ).data

/** Fetches the empty sheet of a role. */
export const useTemplate = (role: MemberRole) =>
  useMutation({
    mutationFn: () => downloadFile(`/api/college/users/sample-template/${role}`, { name: templateName(role) }),
  })

/** Pending and recent group changes; undefined while loading. */
export const useGroupWork = () => trpc.members.groupWork.useQuery().data

/** Accepts or rejects a student's request. The lists of people follow. */
export function useDecideGroupRequest() {
  const utils = trpc.useUtils()
  return trpc.members.decideGroupRequest.useMutation({ onSettled: () => utils.members.invalidate() })
}

/** How the college treats changes by students. */
export const useCollegeSettings = () => trpc.members.settings.useQuery().data

export function usePutCollegeSettings() {
  const utils = trpc.useUtils()
  return trpc.members.putSettings.useMutation({
    onSuccess: (settings) => utils.members.settings.setData(undefined, settings),
  })
}
