import { Alert, Button, MultiSelect, Text } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { plural } from '#client/lib/plural.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import { countChosen, matchedBy, type StudentGroups } from '../model/chosen-students.ts'
import {
  type AssignedTest,
  type PickedStudent,
  useAssignStudents,
  useStudentChoice,
  useStudentGroups,
} from '../queries.ts'
import classes from './assign-students-dialog.module.css'
import { StudentPicker } from './student-picker.tsx'

interface AssignStudentsDialogProps {
  assignment: AssignedTest
  opened: boolean
  onClose: () => void
}

/** Gives an accepted test to students: by branch, batch and section, by hand, or both. */
export function AssignStudentsDialog({ assignment, opened, onClose }: AssignStudentsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Assign to students" size="xl">
      <Text size="sm" c="dimmed" mb="md" style={{ overflowWrap: 'anywhere' }}>
        Who is to take “{assignment.testId.testName}”?
      </Text>
      <Choice assignmentId={assignment.id} onClose={onClose} />
    </Modal>
  )
}

function Choice({ assignmentId, onClose }: { assignmentId: string; onClose: () => void }) {
  const { students, assignedIds, error, retry } = useStudentChoice(assignmentId)
  const assigned = useMemo(() => new Set(assignedIds), [assignedIds])
  if ((!students || !assignedIds) && error)
    return <ErrorState title="Failed to load students" message={messageOf(error)} onRetry={retry} />
  if (!students || !assignedIds) return <Loading label="Loading students" />
  if (students.length === 0)
    return (
      <EmptyState
        icon={IconSchool}
        title="No students yet"
        text="Add students to your college first, then give them this test."
        action={<LinkButton to="/students">Go to Students</LinkButton>}
      />
    )
  return <ChoiceForm assignmentId={assignmentId} students={students} assigned={assigned} onClose={onClose} />
}

interface ChoiceFormProps {
  assignmentId: string
  students: readonly PickedStudent[]
  assigned: ReadonlySet<string>
  onClose: () => void
}

const noGroups: StudentGroups = { branches: [], batches: [], sections: [] }

function ChoiceForm({ assignmentId, students, assigned, onClose }: ChoiceFormProps) {
  const names = useStudentGroups()
  const [groups, setGroups] = useState(noGroups)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [complaint, setComplaint] = useState<string | null>(null)
  const assign = useAssignStudents()
  const matched = useMemo(() => matchedBy(groups, students), [groups, students])
  const { meant, fresh } = useMemo(() => countChosen(matched, picked, assigned), [matched, picked, assigned])

  const group = (key: keyof StudentGroups) => ({
    data: names[key],
    value: [...groups[key]],
    onChange: (value: string[]) => {
      setComplaint(null)
      setGroups({ ...groups, [key]: value })
    },
    placeholder: groups[key].length === 0 ? 'Any' : '',
    clearable: true,
    searchable: names[key].length > 8,
    hidePickedOptions: true,
    maxDropdownHeight: 220,
  })
  const submit = async () => {
    if (meant === 0) return setComplaint('Please select at least one student')
    setComplaint(null)
    try {
      const answer = await assign.mutateAsync({
        id: assignmentId,
        branches: [...groups.branches],
        batches: [...groups.batches],
        sections: [...groups.sections],
        specificStudents: [...picked],
      })
      const again = answer.alreadyAssigned > 0 ? ` (${answer.alreadyAssigned.toLocaleString()} already had it)` : ''
      notify.success(`Assigned to ${plural(answer.assigned, 'student')}${again}`)
      onClose()
    } catch (failure) {
      setComplaint(messageOf(failure, 'Failed to assign test to students'))
    }
  }

  return (
    <>
      <div className={classes.groups}>
        <MultiSelect label="Branches" {...group('branches')} />
        <MultiSelect label="Batches" {...group('batches')} />
        <MultiSelect label="Sections" {...group('sections')} />
      </div>
      <Text size="xs" c="dimmed" mt={6} mb="md">
        Groups narrow together: a branch and a batch mean the students who are in both. Students ticked below are added.
      </Text>
      <StudentPicker
        students={students}
        matched={matched}
        assigned={assigned}
        picked={picked}
        onChange={(next) => {
          setComplaint(null)
          setPicked(next)
        }}
      />
      <div role="alert">
        {complaint && (
          <Alert color="red" variant="light" mt="sm" py="xs">
            {complaint}
          </Alert>
        )}
      </div>
      <StickyActions>
        <div className={classes.count} aria-live="polite">
          <Text fw={600} size="sm" className="tabular">
            {plural(fresh, 'student')} will be assigned
          </Text>
          {meant > fresh && (
            <Text size="xs" c="dimmed" className="tabular">
              {(meant - fresh).toLocaleString()} of those chosen already {meant - fresh === 1 ? 'has' : 'have'} it
            </Text>
          )}
        </div>
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
