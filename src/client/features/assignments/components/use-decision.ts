import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { type CollegeTest, useDecide } from '../queries.ts'

/** Accepting and rejecting, each after a question. @param onAccepted called with what was accepted */
export function useDecision(onAccepted?: (test: CollegeTest) => void) {
  const confirm = useConfirm()
  const decide = useDecide()
  const send = async (test: CollegeTest, status: 'accepted' | 'rejected') => {
    try {
      await decide.mutateAsync({ id: test.assignmentId ?? '', status })
      notify.success(`Test ${status}`)
      if (status === 'accepted') onAccepted?.(test)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to update status'))
    }
  }
  return {
    deciding: decide.isPending ? decide.variables.id : undefined,
    accept: async (test: CollegeTest) => {
      const sure = await confirm({
        title: 'Accept this test?',
        message: `“${test.testName}” can then be assigned to your students, and your faculty see it.`,
        loses: 'An accepted test cannot be rejected later.',
        confirmLabel: 'Accept test',
        destructive: false,
      })
      if (sure) await send(test, 'accepted')
    },
    reject: async (test: CollegeTest) => {
      const sure = await confirm({
        title: 'Reject this test?',
        message: `Your students will not be able to take “${test.testName}”.`,
        loses: 'A rejected test cannot be accepted later.',
        confirmLabel: 'Reject',
      })
      if (sure) await send(test, 'rejected')
    },
  }
}
