import { useMutation, useQueryClient } from '@tanstack/react-query'
import { downloadFile } from '#client/lib/download.ts'
import { trpc } from '#client/lib/trpc.tsx'

/** How much is kept about a student. */
export const usePersonalData = (id: string) => trpc.privacy.get.useQuery({ id }, { staleTime: 0 })

/** Everything that is kept about a student as a file; without an id about the student who is signed in. */
export const useExportData = () =>
  useMutation({
    mutationFn: (id: string | undefined) =>
      downloadFile(
        id === undefined ? '/api/auth/personal-data/export' : `/api/college/users/${id}/personal-data/export`,
      ),
  })

/** Erases a student; every list may have shown something of them. */
export function useEraseStudent() {
  const utils = trpc.useUtils()
  const queries = useQueryClient()
  return trpc.privacy.erase.useMutation({
    onSuccess: async () => {
      queries.removeQueries({ type: 'inactive' })
      // Of whom nothing is kept nothing can be asked.
      await utils.invalidate(undefined, { predicate: ({ queryKey }) => !String(queryKey[0]).startsWith('privacy') })
    },
  })
}
