import { useMutation, useQueryClient } from '@tanstack/react-query'
import { downloadFile } from '#client/lib/download.ts'
import { trpc } from '#client/lib/trpc.tsx'

/** A summary of the data stored about a student. */
export const usePersonalData = (id: string) => trpc.privacy.get.useQuery({ id }, { staleTime: 0 })

/** Downloads all stored data about a student; without an id, about the signed-in student. */
export const useExportData = () =>
  useMutation({
    mutationFn: (id: string | undefined) =>
      downloadFile(
        id === undefined ? '/api/auth/personal-data/export' : `/api/college/users/${id}/personal-data/export`,
      ),
  })

/** Erases a student. Invalidates everything, since any list may have shown them. */
export function useEraseStudent() {
  const utils = trpc.useUtils()
  const queries = useQueryClient()
  return trpc.privacy.erase.useMutation({
    onSuccess: async () => {
      queries.removeQueries({ type: 'inactive' })
      // Skip the privacy queries: an erased student has no data left to query.
      await utils.invalidate(undefined, { predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('privacy') })
    },
  })
}
