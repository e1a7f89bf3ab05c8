import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import type { QuestionFileAnswer } from '#shared/tests/schema.ts'

export type TestRow = RouterOutputs['tests']['list']['tests'][number]
export type TestDetail = RouterOutputs['tests']['get']['test']

/** A page of tests with the counts per type; while the next page loads, the last one stays. */
export const useTestList = (query: RouterInputs['tests']['list']) =>
  trpc.tests.list.useQuery(query, { placeholderData: keepPreviousData })

/** One test with its questions, to look at. */
export const useTest = (id: string) => trpc.tests.get.useQuery({ id }, { select: ({ test }) => test })

/**
 * One test to edit. `data` is undefined until this screen's own answer is there: an editor must not start from what was
 * fetched before, and once it has started nothing may be fetched under it.
 */
export function useTestToEdit(id: string) {
  const query = trpc.tests.get.useQuery(
    { id },
    { select: ({ test }) => test, refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  return { ...query, data: query.isFetchedAfterMount && !query.error ? query.data : undefined }
}

/** What changes elsewhere when a test was written: its lists, itself, and every assignment that shows it. */
function useTestsChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.tests.invalidate()
    void utilities.assignments.invalidate()
  }
}

export const useCreateTest = () => trpc.tests.create.useMutation({ onSuccess: useTestsChanged() })
export const useUpdateTest = () => trpc.tests.update.useMutation({ onSuccess: useTestsChanged() })
export const useDeleteTest = () => trpc.tests.delete.useMutation({ onSuccess: useTestsChanged() })
/** Copies a test with its sections and questions; answers the copy. */
export const useDuplicateTest = () => trpc.tests.duplicate.useMutation({ onSuccess: useTestsChanged() })

/** What another key would change for those who have submitted; nothing is stored. */
export const useRegradePreview = () => trpc.tests.regradePreview.useMutation()
export type RegradePreview = RouterOutputs['tests']['regradePreview']

/** Reads a question file on the server, which stores nothing. */
export const useExtractFile = () =>
  useMutation({ mutationFn: (file: File) => uploadFile<QuestionFileAnswer>('/api/tests/extract-file', 'file', file) })
