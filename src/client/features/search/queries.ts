import { keepPreviousData } from '@tanstack/react-query'
import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

export type SearchHit = RouterOutputs['search']['find']['results'][number]

/** The best matches of a text; the last ones stay while the next are on their way. */
export const useSearch = (query: string) =>
  trpc.search.find.useQuery(
    { query },
    { enabled: query !== '', placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  )
