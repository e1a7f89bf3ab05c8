import { Stack, Text, Textarea } from '@mantine/core'
import { windowOf } from '#client/features/tests/model/test-window.ts'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { offerUndo } from '#client/lib/undo.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { decisionForm } from '#shared/assignments/assignments.schema.ts'
import { timingOf } from '#shared/attempts/attempts.rules.ts'
import { type CollegeTest, useDecide, useUndoRejection } from '../queries.ts'

const failed = 'Failed to update status'
const fields = decisionForm.pick({ reason: true })

interface RejectDialogProps extends DialogProps {
  test: CollegeTest
  /** Server time, ms UTC. */
  now: number
}

/** Rejects a test, with an optional reason for the master admin. */
export function RejectDialog({ test, now, opened, onClose }: RejectDialogProps) {
  const decide = useDecide()
  const undo = useUndoRejection()
  const canUndo = timingOf(windowOf(test), now) === 'Upcoming'
  const form = useZodForm({ schema: fields, initialValues: { reason: '' } })
  const id = test.assignmentId ?? ''
  const submit = form.submit(async ({ reason }) => {
    await decide.mutateAsync({ id, status: 'rejected', reason })
    if (canUndo) offerUndo('Test rejected', () => undo.mutateAsync({ id }), rejectionUndone, failed)
    else notify.success('Test rejected')
    onClose()
  }, failed)
  return (
    <Modal opened={opened} onClose={onClose} title="Reject this test?">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Your students won’t be able to take “{test.testName}”.{' '}
            {canUndo ? 'You can undo this until the test starts.' : 'The test has started, so you can’t undo this.'}
          </Text>
          <Textarea
            label="Reason (optional)"
            description="The test’s owner sees this reason."
            placeholder="Clashes with our term exams"
            minRows={2}
            maxRows={6}
            maxLength={500}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </Stack>
        <FormActions submitLabel="Reject" busy={form.busy} destructive onCancel={onClose} />
      </form>
    </Modal>
  )
}

const rejectionUndone = 'Rejection undone. You can decide again.'

/** Accepts a test or undoes a rejection. @param onAccepted called with the accepted test */
export function useDecision(onAccepted?: (test: CollegeTest) => void) {
  const confirm = useConfirm()
  const decide = useDecide()
  const undo = useUndoRejection()
  return {
    /** Id of the assignment whose decision is being sent. */
    deciding: (decide.isPending ? decide.variables : undo.isPending ? undo.variables : undefined)?.id,
    accept: async (test: CollegeTest) => {
      const sure = await confirm({
        title: 'Accept this test?',
        message: `You can then assign “${test.testName}” to your students. Your faculty will see it.`,
        consequences: 'You can’t reject it later.',
        confirmLabel: 'Accept test',
        destructive: false,
      })
      if (!sure) return
      const accepting = decide.mutateAsync({ id: test.assignmentId ?? '', status: 'accepted' })
      if (await reportOutcome(accepting, 'Test accepted', failed)) onAccepted?.(test)
    },
    undoRejection: (test: CollegeTest) =>
      reportOutcome(undo.mutateAsync({ id: test.assignmentId ?? '' }), rejectionUndone, failed),
  }
}
