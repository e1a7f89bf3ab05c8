import { keepPreviousData } from '@tanstack/react-query'
import { codeOf } from '#client/lib/errors.ts'
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

/** Saves a version. If someone else has saved one in the meantime, refreshes the list of versions. */
export function useUpdateQuestion() {
  const utilities = trpc.useUtils()
  return trpc.bank.update.useMutation({
    onSuccess: useBankChanged(),
    onError: (error, { id }) => {
      if (codeOf(error) === 'CONFLICT') void utilities.bank.versions.invalidate({ id })
    },
  })
}

/** Returns a function that loads a question's latest version. */
export function useReloadQuestion() {
  const utilities = trpc.useUtils()
  return (id: string) => utilities.bank.get.refetch({ id }, {}, { throwOnError: true })
}

export const useRetire = () => trpc.bank.retire.useMutation({ onSettled: useBankChanged() })
export const useRestore = () => trpc.bank.restore.useMutation({ onSettled: useBankChanged() })
export const useDeleteQuestion = () => trpc.bank.delete.useMutation({ onSettled: useBankChanged() })
