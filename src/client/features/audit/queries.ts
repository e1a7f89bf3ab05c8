import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, trpc } from '#client/lib/trpc.tsx'

/** A page of the log, newest first. Whatever was done a moment ago is in it, so it is asked for anew each time. */
export const useAuditEntries = (query: RouterInputs['audit']['list']) =>
  trpc.audit.list.useQuery(query, { placeholderData: keepPreviousData, staleTime: 0 })
