import { useNavigate } from '@tanstack/react-router'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { type Import, useDiscardImport } from '../../import-queries.ts'

/** Deletes an import that was not confirmed, after asking, and returns to the list. */
export function useDiscard({ importId, fileName, state }: Import) {
  const confirm = useConfirm()
  const navigate = useNavigate()
  const remove = useDiscardImport()
  return async () => {
    const isSure =
      state === 'failed' ||
      (await confirm({
        title: 'Discard this import?',
        message: `The diagnosis of ${fileName} and your decisions are deleted. The bank does not change.`,
        confirmLabel: 'Discard import',
      }))
    if (!isSure) return
    const done = state === 'failed' ? 'Removed from the list' : 'Import discarded'
    if (await reportOutcome(remove.mutateAsync({ id: importId }), done, 'Failed to discard the import'))
      await navigate({ to: '/bank/import' })
  }
}
