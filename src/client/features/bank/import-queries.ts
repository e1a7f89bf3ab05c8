import { keepPreviousData, skipToken } from '@tanstack/react-query'
import { type RouterInputs, type RouterOutputs, trpc } from '#client/lib/trpc.tsx'

export type Import = RouterOutputs['bankImports']['get']['import']
export type ImportCategory = RouterOutputs['bankImports']['get']['categories'][number]
export type ImportItem = RouterOutputs['bankImports']['items']['items'][number]
export type ItemFilter = NonNullable<RouterInputs['bankImports']['decide']['filter']>

/** True while the server reads the file or adds its questions. */
export const isWorking = ({ state }: Pick<Import, 'state'>) => state === 'reading' || state === 'adding'

/** A page of the imports. Refreshed while one of them is in progress. */
export const useImports = (query: RouterInputs['bankImports']['list']) =>
  trpc.bankImports.list.useQuery(query, {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.imports.some(isWorking) && 3_000,
  })

/**
 * An import with its categories. Refreshed every second while it is in progress.
 * @param isChanging true to refresh it anyway
 */
export const useImport = (id: string | undefined, isChanging = false) =>
  trpc.bankImports.get.useQuery(id === undefined ? skipToken : { id }, {
    refetchInterval: ({ state }) => state.data && (isChanging || isWorking(state.data.import)) && 1_000,
  })

/** A page of the diagnosis. Keeps the previous page while the next one loads. */
export const useImportItems = (query: RouterInputs['bankImports']['items']) =>
  trpc.bankImports.items.useQuery(query, { placeholderData: keepPreviousData })

/** Refreshes everything that shows imports. @returns a promise that resolves once it is refreshed */
export function useImportChanged() {
  const utilities = trpc.useUtils()
  return () => utilities.bankImports.invalidate()
}

/** Also refreshes the bank's lists. */
function useBankAndImportChanged() {
  const utilities = trpc.useUtils()
  return () => {
    void utilities.bankImports.invalidate()
    void utilities.bank.invalidate()
  }
}

export const useDecide = () => trpc.bankImports.decide.useMutation({ onSettled: useImportChanged() })
export const useMapCategories = () => trpc.bankImports.mapCategories.useMutation({ onSuccess: useImportChanged() })
export const useCancelImport = () => trpc.bankImports.cancel.useMutation({ onSettled: useImportChanged() })
export const useUndoImport = () => trpc.bankImports.undo.useMutation({ onSettled: useBankAndImportChanged() })

/** Deletes an import. Refreshes only the list, because its own page is about to close. */
export function useDiscardImport() {
  const utilities = trpc.useUtils()
  return trpc.bankImports.undo.useMutation({ onSuccess: () => utilities.bankImports.list.invalidate() })
}

/** Adds the questions. Refreshes the import at once, to show the progress. */
export function useConfirmImport() {
  const utilities = trpc.useUtils()
  return trpc.bankImports.confirm.useMutation({
    onMutate: ({ id }) => {
      const before = utilities.bankImports.get.getData({ id })
      if (before)
        utilities.bankImports.get.setData(
          { id },
          { ...before, import: { ...before.import, state: 'adding', progress: 0 } },
        )
    },
    onSettled: useBankAndImportChanged(),
  })
}
