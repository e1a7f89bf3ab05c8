import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { downloadFile } from '#client/lib/download.ts'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import { usePrintRows } from '#client/ui/use-print-rows.ts'
import type { BulkResult } from '#shared/members/bulk.schema.ts'
import type { MemberRole } from '#shared/members/members.schema.ts'
import { templateName } from './model/people-sheets.ts'

/** A page of the college's users. Keeps the previous page while the next one loads. */
export const useMembers = (query: RouterInputs['members']['list'], enabled = true) =>
  trpc.members.list.useQuery(query, { placeholderData: keepPreviousData, enabled })

/** A user to edit, always refetched, because a list row may be outdated. */
export function useMemberToEdit(id: string) {
  const query = trpc.members.get.useQuery(
    { id },
    { select: ({ user }) => user, refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  return { ...query, data: query.isFetchedAfterMount && !query.error ? query.data : undefined }
}

/** Names of the students' branches, batches and sections, for the filters. Empty while loading. */
export function useGroupNames() {
  const branches = trpc.members.branches.useQuery()
  const batches = trpc.members.batches.useQuery()
  const sections = trpc.members.sections.useQuery()
  const all = [branches, batches, sections]
  return {
    branches: branches.data?.branches ?? [],
    batches: batches.data?.batches ?? [],
    sections: sections.data?.sections ?? [],
    /** Error of a query without data; null if there is none. */
    error: all.find(({ data, error }) => error && !data)?.error ?? null,
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  }
}

/** Refetches everything, because users appear in lists, filters, the tree, dashboards and pickers. */
function useMembersChanged() {
  const utils = trpc.useUtils()
  return () => void utils.invalidate()
}

/** Adds a faculty member or student. The response contains the password, which is shown once. */
export const useCreateMember = () => trpc.members.create.useMutation({ onSuccess: useMembersChanged() })

// These also refresh after a failure, because somebody else may have changed or deleted the user.
export const useUpdateMember = () => trpc.members.update.useMutation({ onSettled: useMembersChanged() })
export const useToggleMember = () => trpc.members.toggleStatus.useMutation({ onSettled: useMembersChanged() })
export const useDeleteMember = () => trpc.members.delete.useMutation({ onSettled: useMembersChanged() })
export const useReissuePassword = () => trpc.members.reissuePassword.useMutation({ onSettled: useMembersChanged() })

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

export function useMembersForPrint(query: RouterInputs['members']['selection']['find']) {
  const { client } = trpc.useUtils()
  return usePrintRows(['members', query], async (page) => {
    const { users, pagination } = await client.members.list.query({ ...query, ...page })
    return { rows: users, total: pagination.total }
  })
}

export const useHierarchySummary = () =>
  trpc.members.hierarchySummary.useQuery(undefined, { select: ({ summary }) => summary })

/** One level of the tree: the batches, a batch's branches, or a branch's sections. */
export const useHierarchyLevel = (place: RouterInputs['members']['hierarchyLevel']) =>
  trpc.members.hierarchyLevel.useQuery(place, { select: ({ groups }) => groups })

interface BulkUpload {
  role: MemberRole
  file: File
  uploadId: string
  onProgress: (sent: number, total: number) => void
  signal: AbortSignal
}

/** Uploads a sheet of users. Also refreshes lists after a failure, since the upload may have arrived anyway. */
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

/** Polling interval for a running upload's progress, in ms. */
const progressPollMs = 500

/** An upload's progress on the server; undefined until reported. */
export const useBulkProgress = (uploadId: string) =>
  trpc.members.bulk.progress.useQuery(
    { uploadId },
    { refetchInterval: progressPollMs, refetchIntervalInBackground: true, retry: false, staleTime: 0, gcTime: 0 },
  ).data

export const useTemplate = (role: MemberRole) =>
  useMutation({
    mutationFn: () => downloadFile(`/api/college/users/sample-template/${role}`, { name: templateName(role) }),
  })

/** Pending and recent group changes; undefined while loading. */
export const useGroupWork = () => trpc.members.groupWork.useQuery().data

/** Accepts or rejects a student's request to change groups, and refreshes the user lists. */
export function useDecideGroupRequest() {
  const utils = trpc.useUtils()
  return trpc.members.decideGroupRequest.useMutation({ onSettled: () => utils.members.invalidate() })
}
