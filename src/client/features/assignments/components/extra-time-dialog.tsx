import { Box, Group, Stack, Text } from '@mantine/core'
import { IconClockPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { plural } from '#client/lib/format.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadState } from '#client/ui/load-state.tsx'
import { type DialogProps, Modal } from '#client/ui/modal.tsx'
import { RelativeTime } from '#client/ui/relative-time.tsx'
import { TabsBar } from '#client/ui/tabs-bar.tsx'
import { type TimeChange, useTimeChanges } from '../queries.ts'
import { ExtraTimeForm } from './extra-time-form.tsx'

interface ExtraTimeDialogProps extends DialogProps {
  assignmentId: string
  testName: string
  /** The student to give time to. If undefined, groups and students are chosen in the dialog. */
  student?: { id: string; name: string } | undefined
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
        For “{testName}”. Students taking the test get it at their next save, others when they start.
      </Text>
      <Parts assignmentId={assignmentId} student={student} onClose={onClose} />
    </Modal>
  )
}

function Parts({ assignmentId, student, onClose }: Pick<ExtraTimeDialogProps, 'assignmentId' | 'student' | 'onClose'>) {
  const [part, setPart] = useState<'give' | 'given'>('give')
  const changes = useTimeChanges(assignmentId, student?.id)
  return (
    <TabsBar
      label="Extra time"
      tabs={[
        { value: 'give', label: 'Give time' },
        { value: 'given', label: 'Time changes', count: changes.data?.length },
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

const kinds: Record<TimeChange['kind'], string> = {
  extra: 'Extra time',
  downtime: 'Server was down',
  reopened: 'Reopened',
}

interface TimeChangesProps {
  changes: ReturnType<typeof useTimeChanges>
  /** True if all changes belong to one student. */
  one: boolean
}

/** Changes to students' time in a test, newest first. */
function TimeChanges({ changes, one }: TimeChangesProps) {
  const { data } = changes
  if (!data) return <LoadState query={changes} what="time changes" />
  if (data.length === 0) return <EmptyState icon={IconClockPlus} title="No time changes yet" />
  return (
    <Box component="ul" fz="sm" className="card rows" style={{ overflow: 'hidden' }}>
      {data.map((change) => (
        <Stack component="li" gap={2} py={10} px="md" key={change.id} className="anywhere">
          <Group gap="2px 16px" align="stretch" justify="space-between" fw={600}>
            <span className="tabular">
              {kinds[change.kind]}: {change.kind === 'reopened' ? '' : '+'}
              {change.minutes} min
            </span>
            {!one && <span>{whom(change)}</span>}
          </Group>
          <div>{change.reason}</div>
          <Text component="div" c="dimmed" fz="xs">
            {change.changedBy ?? 'The server'} · <RelativeTime value={change.changedAt} />
          </Text>
        </Stack>
      ))}
    </Box>
  )
}

const whom = ({ students, studentName }: TimeChange) =>
  students === 1 ? studentName : `${studentName} and ${plural(students - 1, 'other')}`
