import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { messageOf } from '#client/lib/errors.ts'
import { notify } from '#client/lib/notify.ts'
import { useConfirm } from '#client/ui/confirm.tsx'
import { type Column, DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { SearchInput } from '#client/ui/filter-bar.tsx'
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
  const columns = useMemo(() => columnsOf(takeOff, busy), [takeOff, busy])
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
      <DataList
        label="Assigned students"
        columns={columns}
        rows={list.data?.students}
        rowKey={(student) => student.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        stale={list.isPlaceholderData}
        pagination={list.data?.pagination}
        onPageChange={setPage}
        empty={
          <EmptyState
            icon={IconUsers}
            title={search ? 'Nobody matches your search' : 'Nobody has this test yet'}
            text={search ? 'Search for another name.' : 'Choose students, then press Assign.'}
          />
        }
      />
    </>
  )
}

function columnsOf(takeOff: (student: Candidate) => void, busy: string | undefined): Column<Candidate>[] {
  return [
    { id: 'name', header: 'Student', card: 'title', cell: ({ name }) => name },
    { id: 'where', header: 'Group', card: 'wide', width: 210, cell: whereOf },
    { id: 'status', header: 'Status', width: 120, cell: ({ status }) => <StatusBadge {...looks[status]} /> },
    {
      id: 'action',
      header: 'Take off',
      width: 110,
      cell: (student) =>
        student.status === 'not_started' ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={busy === student.id}
            onClick={() => takeOff(student)}
            aria-label={`Take ${student.name} off`}
          >
            Take off
          </Button>
        ) : (
          <span title="Who has begun a test keeps it">Has begun</span>
        ),
    },
  ]
}

function useTakingOff(assignmentId: string, testName: string) {
  const confirm = useConfirm()
  const taking = useTakeFromStudent()
  const { mutateAsync, isPending, variables } = taking
  const takeOff = useMemo(
    () =>
      async ({ id, name }: Candidate) => {
        const sure = await confirm({
          title: 'Take this student off the test?',
          message: `${name} will no longer see “${testName}” and cannot take it.`,
          loses: 'You can assign it again later.',
          confirmLabel: 'Take off',
        })
        if (!sure) return
        try {
          await mutateAsync({ id: assignmentId, studentId: id })
          notify.success(`${name} does not have this test any more`)
        } catch (error) {
          notify.error(messageOf(error, 'Failed to take the student off'))
        }
      },
    [confirm, mutateAsync, assignmentId, testName],
  )
  return { takeOff, busy: isPending ? variables.studentId : undefined }
}
