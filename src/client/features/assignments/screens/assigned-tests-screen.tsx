import { Button } from '@mantine/core'
import { IconClipboardCheck, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { PreviewDialog } from '#client/features/tests/components/preview-dialog.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { notify } from '#client/lib/notify.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { useConfirm } from '#client/ui/confirm.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { assignmentStatuses } from '#shared/assignments/schema.ts'
import { AssignStudentsDialog } from '../components/assign-students-dialog.tsx'
import { assignedColumns } from '../components/assigned-columns.tsx'
import { ListFilters } from '../components/list-filters.tsx'
import { pageOf, passes } from '../model/list-rules.ts'
import { type AssignedTest, useCollegeTests, useDecide } from '../queries.ts'

const statusLabels = { pending: 'Pending', accepted: 'Accepted', rejected: 'Rejected' } as const
const none: AssignedTest[] = []

interface Words {
  title: string
  purpose: string
}

/** Under the tab of all offers. */
export const AssignedTestsScreen = () => (
  <OfferedTests
    title="Assigned Tests"
    purpose="Tests offered to your college. Accept a test, then give it to your students."
  />
)

/** Under the tab that divides tests by their type. */
export const CollegeTestsScreen = () => (
  <OfferedTests title="Tests" purpose="The tests of your college by type. Accept one, then give it to your students." />
)

/** The tests offered to a college: to accept, to reject, to give to students. */
function OfferedTests({ title, purpose }: Words) {
  const [params, setParams] = useListParams(['type', 'subject', 'status'])
  const list = useCollegeTests()
  const [preview, setPreview] = useState<Shown>({ opened: false })
  const [assign, setAssign] = useState<Shown>({ opened: false })
  const { accept, reject, deciding } = useDecision(({ testId }) =>
    // The seed's rule: after accepting, the list shows that test's type, whatever its subject.
    setParams({ type: testId.testType, subject: '', status: '', search: '' }),
  )

  const all = list.data ?? none
  const status = assignmentStatuses.find((name) => name === params.status)
  const ofKind = all.filter(({ testId }) => passes(testId, params))
  const { rows, pagination } = pageOf(
    ofKind.filter((assignment) => status === undefined || assignment.status === status),
    params.page,
  )
  const clear = () => setParams({ type: '', subject: '', status: '', search: '' })
  const filtered = Boolean(params.type || params.subject || status || params.search)
  const columns = useMemo(
    () =>
      assignedColumns({
        deciding,
        onPreview: (assignment) => setPreview({ assignment, opened: true }),
        onAccept: (assignment) => void accept(assignment),
        onReject: (assignment) => void reject(assignment),
        onAssign: (assignment) => setAssign({ assignment, opened: true }),
      }),
    [deciding, accept, reject],
  )

  return (
    <>
      <PageHeader title={title} purpose={purpose} count={list.data && pagination.total} />
      <ListFilters
        search={params.search}
        type={params.type}
        subject={params.subject}
        onChange={setParams}
        onClear={filtered ? clear : undefined}
      >
        <ChoiceChips
          label="Status"
          choices={[
            { value: undefined, label: 'All', count: list.data && ofKind.length },
            ...assignmentStatuses.map((value) => ({
              value,
              label: statusLabels[value],
              count: list.data && ofKind.filter((assignment) => assignment.status === value).length,
            })),
          ]}
          value={status}
          onChange={(next) => setParams({ status: next ?? '' })}
        />
      </ListFilters>
      <DataList
        label="Assigned tests"
        columns={columns}
        rows={list.data && rows}
        rowKey={(assignment) => assignment.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        pagination={pagination}
        onPageChange={(page) => setParams({ page })}
        empty={filtered ? <NothingFound onClear={clear} /> : <NothingYet />}
      />
      {preview.assignment && (
        <PreviewDialog
          test={preview.assignment.testId}
          opened={preview.opened}
          onClose={() => setPreview({ ...preview, opened: false })}
        />
      )}
      {assign.assignment && (
        <AssignStudentsDialog
          key={assign.assignment.id}
          assignment={assign.assignment}
          opened={assign.opened}
          onClose={() => setAssign({ ...assign, opened: false })}
        />
      )}
    </>
  )
}

/** The assignment stays while its dialog fades out. */
interface Shown {
  assignment?: AssignedTest
  opened: boolean
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={IconSearch}
    title="No tests found"
    text="No assigned test matches these filters."
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  />
)

const NothingYet = () => (
  <EmptyState
    icon={IconClipboardCheck}
    title="No tests assigned yet"
    text="Tests that the platform offers to your college appear here. You decide which of them your students take."
  />
)

/** Accepting and, after a question, rejecting. @param onAccepted called with what was accepted */
function useDecision(onAccepted: (assignment: AssignedTest) => void) {
  const confirm = useConfirm()
  const decide = useDecide()
  const send = async (assignment: AssignedTest, status: 'accepted' | 'rejected') => {
    try {
      await decide.mutateAsync({ id: assignment.id, status })
      notify.success(`Test ${status}`)
      if (status === 'accepted') onAccepted(assignment)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to update status'))
    }
  }
  return {
    deciding: decide.isPending ? decide.variables.id : undefined,
    accept: (assignment: AssignedTest) => send(assignment, 'accepted'),
    reject: async (assignment: AssignedTest) => {
      const sure = await confirm({
        title: 'Reject this test?',
        message: `Your students will not be able to take “${assignment.testId.testName}”.`,
        loses: 'A rejected test cannot be accepted later.',
        confirmLabel: 'Reject',
      })
      if (sure) await send(assignment, 'rejected')
    },
  }
}
