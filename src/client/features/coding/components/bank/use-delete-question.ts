import { messageOf } from '#client/lib/errors.ts'
import { whileLoading } from '#client/lib/loading.ts'
import { notify } from '#client/lib/notify.ts'
import { offerUndo } from '#client/lib/undo.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { codingMessages } from '../../model/coding-text.ts'
import { removalQuestion } from '../../model/delete-question.ts'
import { type QuestionRow, useDeleteQuestion, useFetchUsage, useRestoreQuestion } from '../../queries.ts'

const restored = ({ title }: Pick<QuestionRow, 'title'>) => `“${title}” is back in the bank`
const restoreFailed = 'Failed to restore the question'

/** Deletes a question, or archives one that is in use, after showing where it is used. */
export function useRemoval() {
  const confirm = useConfirm()
  const remove = useDeleteQuestion()
  const fetchUsage = useFetchUsage()
  const restore = useRestoreQuestion()
  return async (question: QuestionRow) => {
    try {
      const usage = await whileLoading(fetchUsage(question.id), 'Looking up where the question is used...')
      const asked = removalQuestion(question, usage)
      if (!(await confirm(asked))) return
      await whileLoading(remove.mutateAsync({ id: question.id }), asked.destructive ? 'Deleting...' : 'Archiving...')
      if (asked.destructive) notify.success('Question deleted')
      else
        offerUndo(
          'Question archived',
          async () => {
            await restore.mutateAsync({ id: question.id })
            return restored(question)
          },
          restoreFailed,
        )
    } catch (error) {
      notify.error(messageOf(error, codingMessages.deleteFailed))
    }
  }
}

/** Returns an archived question to the bank. */
export function useRestore() {
  const restore = useRestoreQuestion()
  return async ({ id, title }: QuestionRow) => {
    try {
      await whileLoading(restore.mutateAsync({ id }), 'Restoring the question...')
      notify.success(restored({ title }))
    } catch (error) {
      notify.error(messageOf(error, restoreFailed))
    }
  }
}
