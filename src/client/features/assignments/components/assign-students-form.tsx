import { Alert, Box, Button, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { StickyActions } from '#client/ui/sticky-actions.tsx'
import type { StudentGroup } from '#shared/assignments/assignments.schema.ts'
import { type ChosenGroups, isEmpty, isIn, noGroups } from '../model/group-choice.ts'
import { type Candidate, useAssignStudents, useSelectedStudentCount } from '../queries.ts'
import { GroupPicker } from './group-picker.tsx'
import { StudentSearch } from './student-search.tsx'

interface AssignStudentsFormProps {
  assignmentId: string
  groups: readonly StudentGroup[]
  onClose: () => void
}

/** Selects students by batch, branch and section, by hand, or both. The server counts the selection as it changes. */
export function AssignStudentsForm({ assignmentId, groups, onClose }: AssignStudentsFormProps) {
  const [chosen, setChosen] = useState(noGroups)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [complaint, setComplaint] = useState<string | null>(null)
  const assign = useAssignStudents()
  const form = useMemo(() => formOf(chosen, picked), [chosen, picked])
  const nobody = isEmpty(chosen) && picked.size === 0

  const submit = async () => {
    if (assignmentId === '') return setComplaint('Assignment ID not found')
    if (nobody) return setComplaint('Please select at least one student')
    setComplaint(null)
    try {
      const answer = await assign.mutateAsync({ id: assignmentId, ...form })
      const again = answer.alreadyAssigned > 0 ? ` (${answer.alreadyAssigned.toLocaleString()} already had it)` : ''
      notify.success(`Assigned to ${plural(answer.assigned, 'student')}${again}`)
      onClose()
    } catch (failure) {
      setComplaint(messageOf(failure, 'Failed to assign test to students'))
    }
  }

  return (
    <>
      <GroupPicker
        groups={groups}
        value={chosen}
        onChange={(next) => {
          setComplaint(null)
          setChosen(next)
        }}
        countOf={({ students }) => students}
      />
      <Box mt="md">
        <StudentSearch
          assignmentId={assignmentId}
          picked={picked}
          onChange={(next) => {
            setComplaint(null)
            setPicked(next)
          }}
          markOf={(student) => markOf(student, chosen)}
        />
      </Box>
      <div role="alert">
        {complaint && (
          <Alert color="red" variant="light" mt="sm" py="xs">
            {complaint}
          </Alert>
        )}
      </div>
      <StickyActions>
        <SelectionCount assignmentId={assignmentId} form={form} nobody={nobody} />
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

const formOf = (chosen: ChosenGroups, picked: ReadonlySet<string>) => ({
  batches: [...chosen.batches],
  branches: [...chosen.branches],
  sections: [...chosen.sections],
  specificStudents: [...picked],
})

function markOf(student: Candidate, chosen: ChosenGroups) {
  if (student.status !== 'not_assigned') return { label: 'Has it already', tone: 'success' } as const
  return isIn(chosen, student) ? ({ label: 'In the groups', tone: 'info' } as const) : undefined
}

/** Debounce before the server counts the selection, in ms. */
const patienceMs = 200

interface SelectionCountProps {
  assignmentId: string
  form: ReturnType<typeof formOf>
  nobody: boolean
}

/** Preview of the assignment. */
function SelectionCount({ assignmentId, form, nobody }: SelectionCountProps) {
  const [asked] = useDebouncedValue(form, patienceMs)
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
          ? 'The students could not be counted'
          : assigned === undefined
            ? 'Counting…'
            : `${plural(assigned, 'student')} will get this test`}
      </Text>
      {alreadyAssigned !== undefined && alreadyAssigned > 0 && (
        <Text size="xs" c="dimmed" className="tabular">
          {alreadyAssigned.toLocaleString()} {alreadyAssigned === 1 ? 'has' : 'have'} it already
        </Text>
      )}
    </Box>
  )
}
