import { Box, Button, Textarea } from '@mantine/core'
import { type ComponentProps, useId } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { LoadState } from '#client/ui/load-state.tsx'
import { NumberField } from '#client/ui/number-field.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { extraTimeForm } from '#shared/attempts/time.schema.ts'
import { type Candidate, useGiveExtraTime, useStudentGroups } from '../queries.ts'
import { AnswerKeyWarning } from './answer-key-warning.tsx'
import { StudentPicker, SubmitError, useStudentChoice } from './student-picker.tsx'

/** Minutes and reason only. Recipients are chosen outside the form. */
const fields = extraTimeForm.pick({ minutes: true, reason: true })

/** Selects recipients from the students who have the test. */
function ExtraTimeRecipients(props: Pick<ComponentProps<typeof StudentPicker>, 'assignmentId' | 'choice'>) {
  const groups = useStudentGroups(props.assignmentId)
  if (!groups.data) return <LoadState query={groups} what="students" />
  return (
    <Box mt="md">
      <StudentPicker {...props} assigned groups={groups.data} markOf={markOf} />
    </Box>
  )
}

interface ExtraTimeFormProps {
  assignmentId: string
  student: { id: string; name: string } | undefined
  onClose: () => void
}

export function ExtraTimeForm({ assignmentId, student, onClose }: ExtraTimeFormProps) {
  const choice = useStudentChoice(student ? [student.id] : [])
  const { setSubmitError } = choice
  const recipients = { ...choice.groups, students: [...choice.picked] }
  const formId = useId()
  const give = useGiveExtraTime()
  const form = useZodForm({ schema: fields, initialValues: { minutes: 10 as number | string, reason: '' } })

  const submit = form.submit(async ({ minutes, reason }) => {
    if (choice.isEmpty) return setSubmitError('Please select at least one student')
    setSubmitError(null)
    try {
      const { students, submitted } = await give.mutateAsync({ id: assignmentId, minutes, reason, ...recipients })
      const done = submitted > 0 ? ` (${plural(submitted, 'student')} had already finished)` : ''
      if (students === 0) return setSubmitError(`No one got extra time${done}`)
      notify.success(`${plural(students, 'student')} got ${plural(minutes, 'more minute')}${done}`)
      onClose()
    } catch (failure) {
      if (!form.showErrors(failure)) setSubmitError(messageOf(failure, 'Failed to give extra time'))
    }
  })

  return (
    <>
      {/* The form wraps only these fields, so Enter in the search below does not submit it. */}
      <form id={formId} onSubmit={submit} noValidate>
        <NumberField
          label="Extra minutes"
          description="1 to 300. In tests with sections, split across the current and later sections."
          inputMode="numeric"
          maw={student ? 260 : undefined}
          data-autofocus
          {...form.getInputProps('minutes')}
        />
        <Textarea
          label="Reason"
          description="Recorded in the audit log and under Time changes."
          placeholder="Power cut in lab 2"
          minRows={student ? 2 : 1}
          maxRows={5}
          maxLength={500}
          mt="sm"
          {...form.getInputProps('reason')}
        />
      </form>
      {!student && <ExtraTimeRecipients assignmentId={assignmentId} choice={choice} />}
      {!choice.isEmpty && <AnswerKeyWarning id={assignmentId} kind="extra" {...recipients} name={student?.name} />}
      <SubmitError text={choice.submitError} mt="sm" />
      <StickyActions onCancel={onClose}>
        <Button type="submit" form={formId} loading={form.busy}>
          Give extra time
        </Button>
      </StickyActions>
    </>
  )
}

const markOf = ({ status }: Candidate) =>
  status === 'submitted' ? ({ label: 'Submitted', tone: 'neutral' } as const) : undefined
