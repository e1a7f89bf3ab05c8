import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { withOffset } from '#client/lib/clock.ts'
import { joined } from '#client/lib/page-of.ts'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import { uploadFile } from '#client/lib/upload.ts'
import type { QuestionFileAnswer } from '#shared/tests/tests.schema.ts'

export type TestRow = RouterOutputs['tests']['list']['tests'][number]
export type ExamRow = RouterOutputs['tests']['exams']['tests'][number]
export type TestDetail = RouterOutputs['tests']['get']['test']
type TestListAnswer = RouterOutputs['tests']['list']
export type TestCounts = Pick<TestListAnswer, 'counts' | 'subjects' | 'difficulties' | 'timings'>

/** A page of tests with counts for each filter. Keeps the previous page while the next one loads. */
export const useTestList = (query: RouterInputs['tests']['list']) =>
  withOffset(trpc.tests.list.useQuery(query, { placeholderData: keepPreviousData }))

export const useExamList = (query: RouterInputs['tests']['exams']) =>
  withOffset(trpc.tests.exams.useQuery(query, { placeholderData: keepPreviousData }))

export const useSubjectCounts = () => trpc.tests.subjectCounts.useQuery(undefined, { select: ({ counts }) => counts })

export const useTest = (id: string) => trpc.tests.get.useQuery({ id }, { select: ({ test }) => test })

/**
 * One test to edit. `data` is undefined until this screen has its own response: an editor must not start from cached
 * data, and its data must not be refetched while it is open.
 */
export function useTestToEdit(id: string) {
  const query = trpc.tests.get.useQuery(
    { id },
    { select: ({ test }) => test, refetchOnMount: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  return { ...query, data: query.isFetchedAfterMount && !query.error ? query.data : undefined }
}

/** Invalidates all tests, their lists and their assignments. */
function useTestsChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.tests.invalidate()
    void utilities.assignments.invalidate()
  }
}

export const useCreateTest = () => trpc.tests.create.useMutation({ onSuccess: useTestsChanged() })
export const useUpdateTest = () => trpc.tests.update.useMutation({ onSuccess: useTestsChanged() })
export const useReleaseKey = () => trpc.tests.releaseKey.useMutation({ onSettled: useTestsChanged() })
export const useDeleteTest = () => trpc.tests.delete.useMutation({ onSuccess: useTestsChanged() })
export const useDuplicateTest = () => trpc.tests.duplicate.useMutation({ onSuccess: useTestsChanged() })

export type ActiveCollege = RouterOutputs['colleges']['list']['colleges'][number]
const collegesAtOnce = { status: 'active', limit: 100 } as const

/** Active colleges that match a search, up to the given number of pages. */
export function useActiveColleges(search: string, pages: number) {
  const found = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, at) => t.colleges.list({ ...collegesAtOnce, search, page: at + 1 })),
  )
  const { loaded, ...state } = joined(found)
  return {
    ...state,
    colleges: loaded.length > 0 ? loaded.flatMap(({ colleges }) => colleges) : undefined,
    total: loaded[0]?.pagination.total ?? 0,
  }
}

export function useEveryActiveCollege() {
  const utilities = trpc.useUtils()
  return async (search: string) => {
    const every: ActiveCollege[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { colleges, pagination } = await utilities.colleges.list.fetch({ ...collegesAtOnce, search, page })
      every.push(...colleges)
      pages = pagination.totalPages
    }
    return every
  }
}

export type CollegeOffer = RouterOutputs['assignments']['assignedColleges']['colleges'][number]

export const useAssignedColleges = (testId: string) =>
  trpc.assignments.assignedColleges.useQuery({ id: testId }, { select: ({ colleges }) => colleges, staleTime: 0 })

export const useAssignColleges = () => trpc.assignments.assignColleges.useMutation({ onSuccess: useTestsChanged() })

/** Previews the effect of a changed key on submitted attempts. Stores nothing. */
export const useRegradePreview = () => trpc.tests.regradePreview.useMutation()
export type RegradePreview = RouterOutputs['tests']['regradePreview']

export type DrawnQuestion = RouterOutputs['tests']['drawnQuestions']['questions'][number]

/** A page of a test's drawn questions. Keeps the previous page while the next one loads. */
export const useDrawnQuestions = (query: RouterInputs['tests']['drawnQuestions']) =>
  trpc.tests.drawnQuestions.useQuery(query, { placeholderData: keepPreviousData })

/** Parses a question file on the server without storing it. */
export const useExtractFile = () =>
  useMutation({ mutationFn: (file: File) => uploadFile<QuestionFileAnswer>('/api/tests/extract-file', 'file', file) })

export type BankQuestion = RouterOutputs['coding']['list']['questions'][number]
const bankAtOnce = 50

/** Published coding questions that match a search, loaded page by page. */
export function useBank(search: string) {
  const [asked, setAsked] = useState({ search, pages: 1 })
  const pages = asked.search === search ? asked.pages : 1
  const found = trpc.useQueries((t) =>
    Array.from({ length: pages }, (_, at) =>
      t.coding.list({ search, status: 'published', limit: bankAtOnce, page: at + 1 }),
    ),
  )
  const { loaded, ...state } = joined(found)
  return {
    ...state,
    questions: loaded.length > 0 ? loaded.flatMap(({ questions }) => questions) : undefined,
    total: loaded[0]?.pagination.total ?? 0,
    hasMore: (loaded[0]?.pagination.totalPages ?? 1) > pages,
    loadMore: () => setAsked({ search, pages: pages + 1 }),
  }
}
