import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { type CollegeTest, useDecide, useUndoRejection } from '../queries.ts'

export const rejectionUndone = 'Rejection undone. You can decide again.'

/** Accepts a test or undoes a rejection. @param onAccepted called with the accepted test */
export function useDecision(onAccepted?: (test: CollegeTest) => void) {
  const confirm = useConfirm()
  const decide = useDecide()
  const undo = useUndoRejection()
  return {
    /** The assignment whose decision is being sent. */
    deciding: (decide.isPending ? decide.variables : undo.isPending ? undo.variables : undefined)?.id,
    accept: async (test: CollegeTest) => {
      const sure = await confirm({
        title: 'Accept this test?',
        message: `You can then assign “${test.testName}” to your students. Your faculty will see it.`,
        consequences: 'An accepted test cannot be rejected later.',
        confirmLabel: 'Accept test',
        destructive: false,
      })
      if (!sure) return
      try {
        await decide.mutateAsync({ id: test.assignmentId ?? '', status: 'accepted' })
        notify.success('Test accepted')
        onAccepted?.(test)
      } catch (error) {
        notify.error(messageOf(error, 'Failed to update status'))
      }
    },
    undoRejection: async (test: CollegeTest) => {
      try {
        await undo.mutateAsync({ id: test.assignmentId ?? '' })
        notify.success(rejectionUndone)
      } catch (error) {
        notify.error(messageOf(error, 'Failed to update status'))
      }
    },
  }
}
