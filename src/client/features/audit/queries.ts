import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** A page of the log, newest first. Always refetched, so that the latest actions appear. */
export const useAuditEntries = (query: RouterInputs['audit']['list']) =>
  trpc.audit.list.useQuery(query, { placeholderData: keepPreviousData, staleTime: 0 })
