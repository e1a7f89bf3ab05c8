import { Alert, Box, Button, NumberInput, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { useZodForm } from '#client/lib/form.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { extraTimeForm } from '#shared/attempts/time.schema.ts'
import { type ChosenGroups, isEmpty, isIn, noGroups } from '../model/group-choice.ts'
import { type Candidate, useGiveExtraTime, useStudentGroups } from '../queries.ts'
import { AnswerKeyWarning } from './answer-key-warning.tsx'
import { GroupPicker } from './group-picker.tsx'
import { StudentSearch } from './student-search.tsx'

/** Minutes and reason only. Recipients are chosen outside the form. */
const fields = extraTimeForm.pick({ minutes: true, reason: true })

interface ExtraTimeFormProps {
  assignmentId: string
  student: { id: string; name: string } | undefined
  onClose: () => void
}

export function ExtraTimeForm({ assignmentId, student, onClose }: ExtraTimeFormProps) {
  const [chosen, setChosen] = useState(noGroups)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(student ? [student.id] : []))
  const [complaint, setComplaint] = useState<string | null>(null)
  const formId = useId()
  const give = useGiveExtraTime()
  const form = useZodForm({ schema: fields, initialValues: { minutes: 10 as number | string, reason: '' } })

  const submit = form.submit(async ({ minutes, reason }) => {
    if (isEmpty(chosen) && picked.size === 0) return setComplaint('Please select at least one student')
    setComplaint(null)
    try {
      const { students, submitted } = await give.mutateAsync({
        id: assignmentId,
        minutes,
        reason,
        batches: [...chosen.batches],
        branches: [...chosen.branches],
        sections: [...chosen.sections],
        students: [...picked],
      })
      const done = submitted > 0 ? ` (${plural(submitted, 'student')} had finished already)` : ''
      if (students === 0) return setComplaint(`No one got extra time${done}`)
      notify.success(`${plural(students, 'student')} got ${plural(minutes, 'minute')} more${done}`)
      onClose()
    } catch (failure) {
      if (!form.showErrors(failure)) setComplaint(messageOf(failure, 'Failed to give extra time'))
    }
  })

  return (
    <>
      {/* The form wraps only these fields, so that Enter in the search below does not submit it. */}
      <form id={formId} onSubmit={submit} noValidate>
        <NumberInput
          label="Extra minutes"
          description="1 to 300. In a test with sections, it is shared by the current and later sections."
          min={1}
          max={300}
          clampBehavior="none"
          allowDecimal={false}
          maw={student ? 260 : undefined}
          data-autofocus
          {...form.getInputProps('minutes')}
        />
        <Textarea
          label="Reason"
          description="Recorded in the audit log and in the list of time changes."
          placeholder="Power cut in lab 2"
          autosize
          minRows={student ? 2 : 1}
          maxRows={5}
          maxLength={500}
          mt="sm"
          {...form.getInputProps('reason')}
        />
      </form>
      {!student && (
        <ExtraTimeRecipients
          assignmentId={assignmentId}
          chosen={chosen}
          picked={picked}
          onChoose={(next) => {
            setComplaint(null)
            setChosen(next)
          }}
          onPick={(next) => {
            setComplaint(null)
            setPicked(next)
          }}
        />
      )}
      {(!isEmpty(chosen) || picked.size > 0) && (
        <AnswerKeyWarning
          id={assignmentId}
          kind="extra"
          batches={[...chosen.batches]}
          branches={[...chosen.branches]}
          sections={[...chosen.sections]}
          students={[...picked]}
          name={student?.name}
        />
      )}
      <div role="alert">
        {complaint && (
          <Alert color="red" variant="light" mt="sm" py="xs">
            {complaint}
          </Alert>
        )}
      </div>
      <StickyActions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" form={formId} loading={form.busy}>
          Give extra time
        </Button>
      </StickyActions>
    </>
  )
}

interface ExtraTimeRecipientsProps {
  assignmentId: string
  chosen: ChosenGroups
  picked: ReadonlySet<string>
  onChoose: (chosen: ChosenGroups) => void
  onPick: (picked: ReadonlySet<string>) => void
}

/** Picks groups and individual students from those who have the test. */
function ExtraTimeRecipients({ assignmentId, chosen, picked, onChoose, onPick }: ExtraTimeRecipientsProps) {
  const groups = useStudentGroups(assignmentId)
  const { data, error, refetch } = groups
  if (!data && error)
    return <ErrorState title="Failed to load students" message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading label="Loading students" />
  return (
    <Box mt="md">
      <GroupPicker groups={data} value={chosen} onChange={onChoose} countOf={({ assigned }) => assigned} />
      <Box mt="md">
        <StudentSearch
          assignmentId={assignmentId}
          assigned
          picked={picked}
          onChange={onPick}
          markOf={(student) => markOf(student, chosen)}
        />
      </Box>
    </Box>
  )
}

function markOf(student: Candidate, chosen: ChosenGroups) {
  if (student.status === 'submitted') return { label: 'Submitted', tone: 'neutral' } as const
  return isIn(chosen, student) ? ({ label: 'In the groups', tone: 'info' } as const) : undefined
}
