import { List, Skeleton, Text } from '@mantine/core'
import { plural } from '#client/lib/format.ts'
import { notify } from '#client/lib/notify.ts'
import { QueryPending } from '#client/ui/load-state.tsx'
import type { DialogProps } from '#client/ui/modal.tsx'
import { TypedConfirm } from '#client/ui/typed-confirm.tsx'
import { Warning } from '#client/ui/warning.tsx'
import type { PersonalData } from '#shared/privacy/privacy.schema.ts'
import { useEraseStudent, usePersonalData } from './queries.ts'

interface EraseModalProps extends DialogProps {
  student: { id: string; name: string; email: string; idNumber: string }
}

/** Confirms before erasing a student, and lists what is deleted and what is kept anonymously. */
export function EraseModal({ student: { id, name, email, idNumber }, opened, onClose }: EraseModalProps) {
  const kept = usePersonalData(id)
  const erase = useEraseStudent()
  return (
    <TypedConfirm
      opened={opened}
      title="Erase this student’s personal data?"
      phrase={idNumber || email}
      phraseName={idNumber ? 'the ID number' : 'the email'}
      confirmLabel="Erase"
      busyText="Erasing…"
      onConfirm={async (confirm) => {
        await erase.mutateAsync({ id, confirm })
        notify.success('The student’s personal data has been erased')
        onClose()
      }}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Everything about <strong>{name}</strong> ({email}) is permanently removed:
      </Text>
      {kept.data ? (
        <Lost data={kept.data} />
      ) : (
        <QueryPending query={kept} failed="Failed to load the student’s data">
          <Skeleton height={110} radius="md" role="status" aria-label="Loading the student’s data" />
        </QueryPending>
      )}
      <Text size="sm" c="dimmed">
        Deleting a student keeps the name in the audit log; erasing removes it from there too. Existing backups keep the
        data until they are rotated out. Results and totals will cover only the other students.
      </Text>
    </TypedConfirm>
  )
}

function Lost({ data }: { data: PersonalData }) {
  if (data.inExam)
    return <Warning>This student is taking a test. You can erase the data after it is submitted.</Warning>
  return (
    <List size="sm" spacing={4}>
      <List.Item>the account, its profile and sign-ins</List.Item>
      <List.Item>{plural(data.attempts, 'attempt')} with all answers, results and receipts</List.Item>
      <List.Item>{plural(data.submissions, 'submitted program')}, including practice</List.Item>
      <List.Item>
        {plural(data.assignments, 'assigned test')} and {plural(data.notifications, 'received notification')}
      </List.Item>
      <List.Item>
        the name in {plural(data.logEntries, 'audit log entry', 'audit log entries')} (what was done and when is kept)
      </List.Item>
    </List>
  )
}
