import { keepPreviousData } from '@tanstack/react-query'
import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import type { MarkingQuery } from '#shared/marking/marking.schema.ts'
import type { ObjectionQuery } from '#shared/marking/objections.schema.ts'

export type MarkingTest = RouterOutputs['marking']['tests']['tests'][number]
export type MarkedQuestion = RouterOutputs['marking']['overview']['questions'][number]
export type Queue = RouterOutputs['marking']['queue']
export type ObjectedQuestion = RouterOutputs['marking']['objections']['overview']['questions'][number]
export type ObjectionQueue = RouterOutputs['marking']['objections']['queue']
export type StaffObjection = ObjectionQueue['objections'][number]
export type QueuedAnswer = Queue['answers'][number]

/** Tests with answers to mark. */
export const useMarkingTests = () => trpc.marking.tests.useQuery()

/** A test's questions that are marked by hand. */
export const useMarking = (testId: string) => trpc.marking.overview.useQuery({ id: testId })

/** Answers per request: the server's maximum. */
const perRead = 200

/** Answers to one question. No automatic refetch, so a marked answer keeps its place. */
export const useQueue = (
  testId: string,
  query: Pick<MarkingQuery, 'questionId' | 'state' | 'names'> & Partial<Pick<MarkingQuery, 'after' | 'attemptId'>>,
  enabled = true,
) =>
  trpc.marking.queue.useQuery(
    { id: testId, ...query, limit: perRead },
    { enabled, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnReconnect: false },
  )

/** Saves marks, and retries until the connection is back. */
export function useMark(testId: string) {
  const utilities = trpc.useUtils()
  return trpc.marking.mark.useMutation({
    networkMode: 'always',
    retry: (_failures, { data }) => data === undefined || data === null,
    retryDelay: (failures) => Math.min(15_000, 1_000 * 2 ** failures),
    onSuccess: () => {
      void utilities.marking.overview.invalidate({ id: testId })
      void utilities.marking.tests.invalidate()
      void utilities.reports.invalidate()
    },
  })
}

/** A test's questions with objections. */
export const useObjections = (testId: string) => trpc.marking.objections.overview.useQuery({ id: testId })

/** A page of objections to a question. */
export const useObjectionQueue = (
  testId: string,
  query: Pick<ObjectionQuery, 'questionId' | 'state' | 'names' | 'page' | 'limit'>,
) => trpc.marking.objections.queue.useQuery({ id: testId, ...query }, { placeholderData: keepPreviousData })

/** Replies to one objection or to all open objections to a question. */
export function useReply() {
  const utilities = trpc.useUtils()
  const onSettled = () => {
    void utilities.marking.objections.invalidate()
    void utilities.marking.tests.invalidate()
  }
  return {
    one: trpc.marking.objections.reply.useMutation({ onSettled }),
    all: trpc.marking.objections.replyAll.useMutation({ onSettled }),
  }
}

/** Faculty chosen to mark a test. */
export const useMarkers = (testId: string) => trpc.marking.markers.useQuery({ id: testId })

export function useChooseMarkers() {
  const utilities = trpc.useUtils()
  return trpc.marking.chooseMarkers.useMutation({ onSuccess: () => utilities.marking.markers.invalidate() })
}
