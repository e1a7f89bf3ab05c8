import { Text } from '@mantine/core'
import { IconSchool } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Modal } from '#client/ui/modal.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { useStudentGroups } from '../queries.ts'
import { AssignStudentsForm } from './assign-students-form.tsx'
import { AssignedStudents } from './assigned-students.tsx'

interface AssignStudentsDialogProps {
  assignmentId: string
  testName: string
  opened: boolean
  onClose: () => void
}

/** Assigns an accepted test to students and lists those who already have it. */
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
  const { data, error, refetch } = groups
  if (!data && error)
    return <ErrorState title="Failed to load students" message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loading label="Loading students" />
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
      label="Students of this test"
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
