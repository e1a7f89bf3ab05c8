import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'
import type { ExportFormat } from '#shared/bank/import.rules.ts'

export type BankQuestion = RouterOutputs['bank']['get']['question']
export type BankFilter = Pick<
  RouterInputs['bank']['list'],
  'search' | 'type' | 'subject' | 'topic' | 'difficulty' | 'tag'
>

/** Questions per page of the picker. */
const perPage = 20

/** A page of bank questions. Keeps the previous page while the next one loads. */
export const useBankPage = (filter: BankFilter, page: number) =>
  trpc.bank.list.useQuery({ ...filter, page, limit: perPage }, { placeholderData: keepPreviousData })

export const useBankTopics = () => trpc.bank.topics.useQuery(undefined, { select: ({ topics }) => topics }).data ?? []
export const useBankTags = () => trpc.bank.tags.useQuery(undefined, { select: ({ tags }) => tags }).data ?? []

/** The latest version of a bank question. */
export const useLatestVersion = (id: string) => trpc.bank.get.useQuery({ id }, { select: ({ question }) => question })

/** The bank's latest version number if it is newer than a test question's; undefined otherwise. */
export const useNewerVersion = (testId: string | undefined, questionId: string | undefined) =>
  trpc.tests.bankUpdates.useQuery(
    { id: testId ?? '' },
    {
      enabled: testId !== undefined && questionId !== undefined,
      select: ({ questions }) => questions.find((question) => question.questionId === questionId)?.latestVersion,
    },
  ).data

interface ExportCheckOptions {
  /** A test's id; undefined for the bank. */
  testId: string | undefined
  /** The bank's filters. */
  filters: Record<string, string | boolean | undefined>
  format: ExportFormat
}

/** What a format cannot hold of the questions of a test or of the bank. */
export function useExportCheck({ testId, filters, format }: ExportCheckOptions) {
  const ofTest = trpc.tests.checkExport.useQuery({ id: testId ?? '', format }, { enabled: testId !== undefined })
  const ofBank = trpc.bank.checkExport.useQuery({ ...filters, format } as RouterInputs['bank']['checkExport'], {
    enabled: testId === undefined,
  })
  return testId === undefined ? ofBank : ofTest
}

/** Bank questions similar to each text; undefined while loading. */
export function useSimilar(texts: readonly string[]) {
  const { client } = trpc.useUtils()
  return useQueries({
    queries: texts.map((questionText) => ({
      queryKey: ['similarQuestions', questionText, undefined],
      queryFn: () => client.bank.similar.mutate({ questionText }),
    })),
    combine: (found) =>
      found.some(({ isPending }) => isPending) ? undefined : found.map(({ data }) => data?.questions ?? []),
  })
}

/** Adds either all or none of the questions to the bank. */
export function useSaveToBank() {
  const utilities = trpc.useUtils()
  return trpc.bank.createMany.useMutation({ onSuccess: () => utilities.bank.invalidate() })
}
