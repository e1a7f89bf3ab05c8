import { Text } from '@mantine/core'
import { useState } from 'react'
import { Modal } from '#client/ui/modal.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { useTimeChanges } from '../queries.ts'
import { ExtraTimeForm } from './extra-time-form.tsx'
import { TimeChanges } from './time-changes.tsx'

interface ExtraTimeDialogProps {
  assignmentId: string
  testName: string
  /** The student who gets the time. If missing, groups and students are chosen in the dialog. */
  student?: { id: string; name: string }
  opened: boolean
  onClose: () => void
}

/** Gives students extra time before or during their test, and lists past changes. */
export function ExtraTimeDialog({ assignmentId, testName, student, opened, onClose }: ExtraTimeDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={student ? `Extra time for ${student.name}` : 'Extra time'}
      size={student ? 'md' : 'lg'}
    >
      <Text size="sm" c="dimmed" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        In “{testName}”. Students in the test get it at their next save; others from the start.
      </Text>
      <Parts assignmentId={assignmentId} student={student} onClose={onClose} />
    </Modal>
  )
}

interface PartsProps {
  assignmentId: string
  student: { id: string; name: string } | undefined
  onClose: () => void
}

function Parts({ assignmentId, student, onClose }: PartsProps) {
  const [part, setPart] = useState<'give' | 'given'>('give')
  const changes = useTimeChanges(assignmentId, student?.id)
  return (
    <TabsBar
      label="Extra time"
      tabs={[
        { value: 'give', label: 'Give time' },
        { value: 'given', label: 'Given so far', count: changes.data?.length },
      ]}
      value={part}
      onChange={setPart}
    >
      {part === 'give' ? (
        <ExtraTimeForm assignmentId={assignmentId} student={student} onClose={onClose} />
      ) : (
        <TimeChanges changes={changes} one={student !== undefined} />
      )}
    </TabsBar>
  )
}
