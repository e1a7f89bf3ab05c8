import { Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { notify } from '#client/lib/notify.ts'
import { FormActions } from '#client/ui/form-actions.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { Warning } from '#client/ui/warning.tsx'
import { reopenForm } from '#shared/attempts/time.schema.ts'
import { useReopen } from '../queries.ts'
import { AnswerKeyWarning } from './answer-key-warning.tsx'
import { SubmitError } from './student-picker.tsx'

const fields = reopenForm.pick({ minutes: true, reason: true })

interface ReopenDialogProps extends DialogProps {
  assignmentId: string
  student: { id: string; name: string }
}

/** Reopens a submitted attempt, after explaining the consequences. */
export function ReopenDialog({ assignmentId, student, opened, onClose }: ReopenDialogProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const reopen = useReopen()
  const form = useZodForm({ schema: fields, initialValues: { minutes: 10 as number | string, reason: '' } })
  const submit = form.submit(async ({ minutes, reason }) => {
    setRefusal(null)
    try {
      await reopen.mutateAsync({ id: assignmentId, studentId: student.id, minutes, reason })
      notify.success(`${student.name} can continue the test`)
      onClose()
    } catch (failure) {
      if (!form.showErrors(failure)) setRefusal(messageOf(failure, 'Failed to reopen the attempt'))
    }
  })
  return (
    <Modal opened={opened} onClose={onClose} title={`Reopen ${student.name}’s attempt?`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Warning>
            The result and receipt are withdrawn until the attempt is submitted again. Answers are kept.
          </Warning>
          <AnswerKeyWarning id={assignmentId} kind="reopened" students={[student.id]} name={student.name} />
          <NumberField
            label="Minutes"
            description="Starting now, for the student’s current section. Later sections keep their own time."
            inputMode="numeric"
            maw={260}
            data-autofocus
            {...form.getInputProps('minutes')}
          />
          <Textarea
            label="Reason"
            description="Recorded in the audit log."
            placeholder="Submitted by mistake"
            minRows={2}
            maxRows={5}
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <SubmitError text={refusal} />
        </Stack>
        <FormActions submitLabel="Reopen attempt" busy={form.busy} destructive onCancel={onClose} />
      </form>
    </Modal>
  )
}
