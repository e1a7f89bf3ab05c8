import { IconArchive, IconArchiveOff, IconTrash } from '@tabler/icons-react'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { type BankQuestion, useDeleteQuestion, useRestore, useRetire } from '../queries.ts'

/** Row actions for a question. @param onDeleted called after it is deleted */
export function useBankActions(onDeleted?: () => void) {
  const confirm = useConfirm()
  const retire = useRetire()
  const restore = useRestore()
  const remove = useDeleteQuestion()
  const askToDelete = async (id: string) => {
    const isSure = await confirm({
      title: 'Delete this question?',
      message: 'This also deletes its earlier versions.',
      confirmLabel: 'Delete question',
    })
    if (isSure && (await reportOutcome(remove.mutateAsync({ id }), 'Question deleted'))) onDeleted?.()
  }
  return ({ id, retired }: BankQuestion): RowAction[] => [
    retired
      ? {
          label: 'Restore',
          icon: IconArchiveOff,
          onClick: () => void reportOutcome(restore.mutateAsync({ id }), 'Question restored'),
        }
      : {
          label: 'Retire',
          icon: IconArchive,
          onClick: () =>
            void reportOutcome(retire.mutateAsync({ id }), 'Question retired. New tests can no longer use it.'),
        },
    { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void askToDelete(id) },
  ]
}
