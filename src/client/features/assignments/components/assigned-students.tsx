import { Button, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { StatusBadge, type Tone } from '#client/ui/status-badge.tsx'
import { type Candidate, useCandidates, useTakeFromStudent } from '../queries.ts'
import classes from './pick-list.module.css'
import { whereOf } from './student-search.tsx'

const looks: Record<Candidate['status'], { label: string; tone: Tone }> = {
  not_assigned: { label: 'Not assigned', tone: 'neutral' },
  not_started: { label: 'Not started', tone: 'neutral' },
  in_progress: { label: 'In progress', tone: 'info' },
  submitted: { label: 'Submitted', tone: 'success' },
}

const pageSize = 20

/** Who has a test, with a way back for those who have not begun it. */
export function AssignedStudents({ assignmentId, testName }: { assignmentId: string; testName: string }) {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const list = useCandidates(assignmentId, { assigned: true, page, limit: pageSize, ...(search && { search }) })
  const { takeOff, busy } = useTakingOff(assignmentId, testName)
  const { data, error } = list
  return (
    <>
      <div className={classes.search}>
        <SearchInput
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage(1)
          }}
          placeholder="Search by name, email or roll number"
        />
      </div>
      <div className={classes.box} data-stale={list.isPlaceholderData || undefined}>
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
            title={search ? 'Nobody matches your search' : 'Nobody has this test yet'}
            text={search ? 'Search for another name.' : 'Choose students, then press Assign.'}
          />
        ) : (
          <>
            <ul className={classes.list} aria-label="Assigned students">
              {data.students.map((student) => (
                <Row key={student.id} student={student} busy={busy === student.id} onTakeOff={takeOff} />
              ))}
            </ul>
            <DataListFooter
              {...data.pagination}
              shown={data.students.length}
              onChange={setPage}
              onLimitChange={undefined}
            />
          </>
        )}
      </div>
      <Text size="xs" c="dimmed" mt={6}>
        Who has begun the test keeps it.
      </Text>
    </>
  )
}

interface RowProps {
  student: Candidate
  busy: boolean
  onTakeOff: (student: Candidate) => Promise<void>
}

const Row = ({ student, busy, onTakeOff }: RowProps) => (
  <li className={classes.row}>
    <div className={classes.label} data-plain>
      <span className={classes.title}>{student.name}</span>
      <span className={classes.text}>{whereOf(student)}</span>
    </div>
    {student.status === 'not_started' ? (
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        onClick={() => void onTakeOff(student)}
        aria-label={`Take off ${student.name}`}
      >
        Take off
      </Button>
    ) : (
      <StatusBadge {...looks[student.status]} />
    )}
  </li>
)

/** Asks, takes the test away, and says how it went. */
function useTakingOff(assignmentId: string, testName: string) {
  const confirm = useConfirm()
  const taking = useTakeFromStudent()
  const takeOff = async ({ id, name }: Candidate) => {
    const sure = await confirm({
      title: 'Take this student off the test?',
      message: `${name} will no longer see “${testName}” and cannot take it.`,
      loses: 'You can assign it again later.',
      confirmLabel: 'Take off',
    })
    if (!sure) return
    try {
      await taking.mutateAsync({ id: assignmentId, studentId: id })
      notify.success(`${name} does not have this test any more`)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to take the student off'))
    }
  }
  return { takeOff, busy: taking.isPending ? taking.variables.studentId : undefined }
}
