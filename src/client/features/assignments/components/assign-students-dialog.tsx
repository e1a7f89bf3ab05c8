import { Box, Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSchool } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { Note } from '#client/ui/note.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import type { StudentGroup } from '#shared/assignments/assignments.schema.ts'
import {
  type Candidate,
  type StudentsForm,
  useAssignStudents,
  useSelectedStudentCount,
  useStudentGroups,
} from '../queries.ts'
import { AssignedStudents } from './assigned-students.tsx'
import { StudentPicker, SubmitError, useStudentChoice } from './student-picker.tsx'

interface AssignStudentsDialogProps extends DialogProps {
  assignmentId: string
  testName: string
}

/** Assigns an accepted test to students and lists the students who already have it. */
export const AssignStudentsDialog = ({ assignmentId, testName, opened, onClose }: AssignStudentsDialogProps) => (
  <Modal opened={opened} onClose={onClose} title="Assign to students" size="xl">
    <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
      Choose students for “{testName}”
    </Text>
    <Parts assignmentId={assignmentId} onClose={onClose} />
  </Modal>
)

function Parts({ assignmentId, onClose }: Pick<AssignStudentsDialogProps, 'assignmentId' | 'onClose'>) {
  const [part, setPart] = useState<'assign' | 'assigned'>('assign')
  const groups = useStudentGroups(assignmentId)
  const { data } = groups
  if (!data) return <LoadState query={groups} what="students" />
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconSchool}
        title="No students yet"
        text="Add students to your college first, then give them this test."
        action={<LinkButton to="/students">Go to Students</LinkButton>}
      />
    )
  const assigned = data.reduce((sum, group) => sum + group.assigned, 0)
  return (
    <TabsBar
      label="Students for this test"
      tabs={[
        { value: 'assign', label: 'Choose students' },
        { value: 'assigned', label: 'Already assigned', count: assigned },
      ]}
      value={part}
      onChange={setPart}
    >
      {part === 'assign' ? (
        <AssignStudentsForm assignmentId={assignmentId} groups={data} onClose={onClose} />
      ) : (
        <AssignedStudents assignmentId={assignmentId} />
      )}
    </TabsBar>
  )
}

interface AssignStudentsFormProps {
  assignmentId: string
  groups: readonly StudentGroup[]
  onClose: () => void
}

/** Selects students by group, individually, or both. The server counts the selection as it changes. */
function AssignStudentsForm({ assignmentId, groups, onClose }: AssignStudentsFormProps) {
  const choice = useStudentChoice()
  const { groups: chosen, picked, isEmpty, setSubmitError } = choice
  const assign = useAssignStudents()
  const form = useMemo(() => ({ ...chosen, specificStudents: [...picked] }), [chosen, picked])

  const submit = async () => {
    if (assignmentId === '') return setSubmitError('Assignment ID not found')
    if (isEmpty) return setSubmitError('Please select at least one student')
    setSubmitError(null)
    try {
      const answer = await assign.mutateAsync({ id: assignmentId, ...form })
      const again = answer.alreadyAssigned > 0 ? ` (${answer.alreadyAssigned.toLocaleString()} already had it)` : ''
      notify.success(`Assigned to ${plural(answer.assigned, 'student')}${again}`)
      onClose()
    } catch (failure) {
      setSubmitError(messageOf(failure, 'Failed to assign test to students'))
    }
  }

  return (
    <>
      <StudentPicker assignmentId={assignmentId} groups={groups} choice={choice} markOf={markOf} />
      <SubmitError text={choice.submitError} mt="sm" />
      <StickyActions>
        <SelectionCount assignmentId={assignmentId} form={form} nobody={isEmpty} />
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={assign.isPending} onClick={() => void submit()}>
          Assign
        </Button>
      </StickyActions>
    </>
  )
}

const markOf = ({ status }: Candidate) =>
  status === 'not_assigned' ? undefined : ({ label: 'Already assigned', tone: 'success' } as const)

/** Debounce delay before the server counts the selection, in ms. */
const timeoutMs = 200

function SelectionCount({ assignmentId, form, nobody }: { assignmentId: string; form: StudentsForm; nobody: boolean }) {
  const [asked] = useDebouncedValue(form, timeoutMs)
  const { data, error, isPlaceholderData } = useSelectedStudentCount(assignmentId, asked, !nobody)
  const { assigned, alreadyAssigned } = nobody ? { assigned: 0, alreadyAssigned: 0 } : (data ?? {})
  const counting = !nobody && (assigned === undefined || isPlaceholderData || asked !== form)
  return (
    <Box
      flex={{ base: '1 1 100%', sm: '1 1 200px' }}
      aria-live="polite"
      aria-busy={counting}
      data-stale={counting || undefined}
    >
      <Text fw={600} size="sm" className="tabular">
        {error && !data
          ? 'Failed to count the students'
          : assigned === undefined
            ? 'Counting…'
            : `${plural(assigned, 'student')} will get this test`}
      </Text>
      {alreadyAssigned !== undefined && alreadyAssigned > 0 && (
        <Note className="tabular">
          {alreadyAssigned.toLocaleString()} already {alreadyAssigned === 1 ? 'has' : 'have'} it
        </Note>
      )}
    </Box>
  )
}
