import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import type { StoredChunk } from '#shared/journals/replay.rules.ts'

/** tRPC's types turn the events, which are tuples, into arrays. */
export type Journal = Omit<RouterOutputs['journals']['get'], 'chunks'> & { chunks: StoredChunk[] }

/** Polling interval while facts are being computed, in ms. */
const pendingPollMs = 5_000

/** A page of facts about a test's programs. */
export const useJournals = (query: RouterInputs['journals']['list']) =>
  trpc.journals.list.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending ? pendingPollMs : false),
  })

/** How a program of an attempt was written. */
export const useJournal = (id: string, questionId: string | undefined) =>
  trpc.journals.get.useQuery(
    { id, questionId },
    {
      select: (data) => data as unknown as Journal,
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
    },
  )
