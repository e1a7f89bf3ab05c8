import { keepPreviousData } from '@tanstack/react-query'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

export type BankQuestion = RouterOutputs['bank']['get']['question']
export type BankUse = RouterOutputs['reports']['items']['bankUsage']['tests'][number]

/** A page of the bank. Keeps the previous page while the next one loads. */
export const useBankList = (query: RouterInputs['bank']['list']) =>
  trpc.bank.list.useQuery(query, { placeholderData: keepPreviousData })

/** Topics in use. */
export const useTopics = () => trpc.bank.topics.useQuery(undefined, { select: ({ topics }) => topics })

/** A question to edit. It is not refetched during editing. */
export const useBankQuestion = (id: string) =>
  trpc.bank.get.useQuery({ id }, { select: ({ question }) => question, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })

export const useVersions = (id: string) => trpc.bank.versions.useQuery({ id })
export const useUsage = (id: string) => trpc.reports.items.bankUsage.useQuery({ id })

/** Refreshes everything that shows bank questions. */
function useBankChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.bank.invalidate()
    void utilities.reports.items.bankUsage.invalidate()
  }
}

export const useCreateQuestion = () => trpc.bank.create.useMutation({ onSuccess: useBankChanged() })
export const useUpdateQuestion = () => trpc.bank.update.useMutation({ onSuccess: useBankChanged() })
export const useRetire = () => trpc.bank.retire.useMutation({ onSettled: useBankChanged() })
export const useRestore = () => trpc.bank.restore.useMutation({ onSettled: useBankChanged() })
export const useDeleteQuestion = () => trpc.bank.delete.useMutation({ onSettled: useBankChanged() })
