import { Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { reportOutcome } from '#client/lib/report-outcome.ts'
import { offerUndo } from '#client/lib/undo.ts'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { Note } from '#client/ui/note.tsx'
import classes from '#client/ui/pick-row.module.css'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { type Candidate, useAssignStudents, useCandidates, useUnassignStudent } from '../queries.ts'
import { whereOf } from './student-picker.tsx'

const looks: Record<Candidate['status'], { label: string; tone: Tone }> = {
  not_assigned: { label: 'Not assigned', tone: 'neutral' },
  not_started: { label: 'Not started', tone: 'neutral' },
  in_progress: { label: 'In progress', tone: 'info' },
  submitted: { label: 'Submitted', tone: 'success' },
}

const pageSize = 20

/** Students who have a test. Students who have not started can be removed. */
export function AssignedStudents({ assignmentId }: { assignmentId: string }) {
  const [{ search, page }, setQuery] = useState({ search: '', page: 1 })

  const list = useCandidates(assignmentId, { assigned: true, page, limit: pageSize, ...(search && { search }) })
  const { takeOff: removeStudent, busy } = useRemoveStudent(assignmentId)
  const { data, error } = list
  return (
    <>
      <SearchInput
        wide
        value={search}
        onChange={(text) => setQuery({ search: text, page: 1 })}
        placeholder="Search by name, email or roll number"
      />
      <div className="card" style={{ overflow: 'hidden' }} data-stale={list.isPlaceholderData || undefined}>
        {!data && error ? (
          <ErrorState
            title="Failed to load assigned students"
            message={messageOf(error)}
            onRetry={() => void list.refetch()}
          />
        ) : !data ? (
          <Loading label="Loading assigned students" />
        ) : data.students.length === 0 && page === 1 ? (
          <EmptyState
            icon={IconUsers}
            title={search ? 'No one matches your search' : 'No one has this test yet'}
            text={search ? 'Search for another name.' : 'Choose students, then press Assign.'}
          />
        ) : (
          <>
            <ul className="rows" aria-label="Assigned students">
              {data.students.map((student) => (
                <Row key={student.id} student={student} busy={busy === student.id} onRemoveStudent={removeStudent} />
              ))}
            </ul>
            <DataListFooter
              {...data.pagination}
              shown={data.students.length}
              onChange={(next) => setQuery({ search, page: next })}
            />
          </>
        )}
      </div>
      <Note mt={6}>You can’t remove students who have started the test.</Note>
    </>
  )
}

interface RowProps {
  student: Candidate
  busy: boolean
  onRemoveStudent: (student: Candidate) => Promise<void>
}

const Row = ({ student, busy, onRemoveStudent }: RowProps) => (
  <Group component="li" gap="sm" wrap="nowrap" px="md" className={classes.row}>
    <div className={`anywhere ${classes.label}`} data-plain>
      <Text span inherit fz="sm" fw={550}>
        {student.name}
      </Text>
      <Text span inherit c="dimmed" fz="xs" style={{ textWrap: 'balance' }}>
        {whereOf(student)}
      </Text>
    </div>
    {student.status === 'not_started' ? (
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        onClick={() => void onRemoveStudent(student)}
        aria-label={`Remove ${student.name}`}
      >
        Remove
      </Button>
    ) : (
      <StatusBadge {...looks[student.status]} />
    )}
  </Group>
)

/** Removes the test from a student who has not started, with an undo. */
function useRemoveStudent(assignmentId: string) {
  const taking = useUnassignStudent()
  const assign = useAssignStudents()
  const removeStudent = async ({ id, name }: Candidate) => {
    const removing = taking.mutateAsync({ id: assignmentId, studentId: id })
    if (!(await reportOutcome(removing, undefined, 'Failed to remove the student'))) return
    offerUndo(
      `${name} no longer has this test`,
      () => assign.mutateAsync({ id: assignmentId, specificStudents: [id] }),
      `${name} has this test again`,
      'Failed to assign the test again',
    )
  }
  return { takeOff: removeStudent, busy: taking.isPending ? taking.variables.studentId : undefined }
}
