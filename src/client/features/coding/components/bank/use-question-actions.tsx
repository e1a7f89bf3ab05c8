import { IconArchiveOff, IconFileZip, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#client/lib/errors.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import type { RowAction } from '#client/ui/row-menu.tsx'
import { exportQuestion, type QuestionRow, useCheckQuestion } from '../../queries.ts'
import { useRemoval, useRestore } from './use-delete-question.ts'

/** A file name derived from a title: `two-sum.zip`. */
const packageName = (title: string) =>
  `${
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'question'
  }.zip`

/** Actions of a bank question. */
export function useQuestionActions() {
  const navigate = useNavigate()
  const remove = useRemoval()
  const restore = useRestore()
  const check = useCheckQuestion()

  const runCheck = async ({ id, title }: QuestionRow) => {
    try {
      await whileLoading(check.mutateAsync({ id }), 'Starting the check...')
      notify.success(`Running the reference solutions of “${title}”`)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to run the check'))
    }
  }
  const save = async ({ id, title }: QuestionRow) => {
    try {
      await whileLoading(exportQuestion(id, packageName(title)), 'Making the package...')
    } catch (error) {
      notify.error(messageOf(error, 'Failed to export the package'))
    }
  }

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
      ? { label: 'Restore', icon: IconArchiveOff, onClick: () => void restore(question) }
      : { label: 'Delete', icon: IconTrash, destructive: true, onClick: () => void remove(question) },
  ]
}
