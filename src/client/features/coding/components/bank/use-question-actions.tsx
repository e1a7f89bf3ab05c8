import { IconArchiveOff, IconFileZip, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#client/lib/errors.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { offerUndo } from '#client/lib/undo.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { codingMessages } from '../../model/coding-text.ts'
import { removalQuestion } from '../../model/delete-question.ts'
import {
  exportQuestion,
  type QuestionRow,
  useCheckQuestion,
  useDeleteQuestion,
  useFetchUsage,
  useRestoreQuestion,
} from '../../queries.ts'

/** A file name derived from a title: `two-sum.zip`. */
const packageName = (title: string) =>
  `${
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'question'
  }.zip`

export function useQuestionActions() {
  const navigate = useNavigate()
  const remove = useRemoval()
  const { mutateAsync: restore } = useRestoreQuestion()
  const check = useCheckQuestion()

  const runCheck = ({ id, title }: QuestionRow) =>
    reportOutcome(
      whileLoading(check.mutateAsync({ id }), 'Starting the check...'),
      `Running the reference solutions of “${title}”`,
      'Failed to run the check',
    )
  const save = ({ id, title }: QuestionRow) =>
    reportOutcome(
      whileLoading(exportQuestion(id, packageName(title)), 'Preparing the package...'),
      undefined,
      'Failed to export the package',
    )

  const runRestore = (question: QuestionRow) =>
    reportOutcome(
      whileLoading(restore({ id: question.id }), 'Restoring the question...'),
      restored(question),
      restoreFailed,
    )

  return (question: QuestionRow): RowAction[] => [
    {
      label: 'Edit',
      icon: IconPencil,
      onClick: () => void navigate({ to: '/coding-questions/$questionId/edit', params: { questionId: question.id } }),
    },
    { label: 'Export package', icon: IconFileZip, onClick: () => void save(question) },
    {
      label: 'Run check again',
      icon: IconRefresh,
      disabled: question.status === 'checking',
      onClick: () => void runCheck(question),
    },
    question.archived
      ? { label: 'Restore', icon: IconArchiveOff, onClick: () => void runRestore(question) }
      : { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void remove(question) },
  ]
}

const restored = ({ title }: QuestionRow) => `“${title}” is back in the bank`
const restoreFailed = 'Failed to restore the question'

/** Deletes a question, or archives one that is in use, after showing where it is used. */
function useRemoval() {
  const confirm = useConfirm()
  const remove = useDeleteQuestion()
  const fetchUsage = useFetchUsage()
  const restore = useRestoreQuestion()
  return async (question: QuestionRow) => {
    try {
      const usage = await whileLoading(fetchUsage(question.id), 'Checking where the question is used...')
      const asked = removalQuestion(question, usage)
      if (!(await confirm(asked))) return
      await whileLoading(remove.mutateAsync({ id: question.id }), asked.destructive ? 'Deleting...' : 'Archiving...')
      if (asked.destructive) notify.success('Question deleted')
      else
        offerUndo(
          'Question archived',
          () => restore.mutateAsync({ id: question.id }),
          restored(question),
          restoreFailed,
        )
    } catch (error) {
      notify.error(messageOf(error, codingMessages.deleteFailed))
    }
  }
}
