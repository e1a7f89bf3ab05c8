import { keepPreviousData } from '@tanstack/react-query'
import { type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

export type SearchHit = RouterOutputs['search']['find']['results'][number]

/** The best matches for a query. Keeps the previous ones while new ones load. */
export const useSearch = (query: string) =>
  trpc.search.find.useQuery(
    { query },
    { enabled: query !== '', placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  )
