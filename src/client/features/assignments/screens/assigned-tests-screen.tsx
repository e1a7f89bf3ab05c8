import { IconClipboardCheck, IconReceipt } from '@tabler/icons-react'
import { useListParams } from '#client/lib/list-params.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { NothingMatches } from '#client/ui/nothing-matches.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { collegeTestSorts, collegeTestStatuses } from '#shared/assignments/schema.ts'
import { subjects, testTimings, testTypes } from '#shared/tests/schema.ts'
import { AssignedTests } from '../components/assigned-tests.tsx'
import { statusLabels } from '../components/assignment-status-badge.tsx'
import { ListFilters } from '../components/list-filters.tsx'
import { ViewToggle } from '../components/view-toggle.tsx'
import { useListView } from '../model/list-view.ts'
import { useCollegeTests } from '../queries.ts'

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

/** An old or mistyped link filters by what is left of it. */
const known = <Value extends string>(all: readonly Value[], text: string | undefined) =>
  all.find((value) => value === text)

const noFilters = { type: '', subject: '', status: '', timing: '', search: '' }

/** The tests offered to a college, and on request the others: to accept, to reject, to give to students, to follow. */
function OfferedTests({ title, purpose }: Words) {
  const [params, setParams] = useListParams(['type', 'subject', 'status', 'timing', 'sort'])
  const [view, setView] = useListView()
  const testType = known(testTypes, params.type)
  const subject = known(subjects, params.subject)
  const status = known(collegeTestStatuses, params.status)
  const timing = known(testTimings, params.timing)
  const sort = known(collegeTestSorts, params.sort)
  const { page, limit, search } = params
  const list = useCollegeTests({
    ...{ page, limit, testType, subject, search, timing, sort },
    ...(status ? { status } : { isAssigned: true }),
  })
  const clear = () => setParams(noFilters)
  const filtered = Boolean(testType || subject || status || timing || search)
  const counts = list.data?.counts

  return (
    <>
      <PageHeader
        title={title}
        purpose={purpose}
        count={list.data?.pagination.total}
        action={
          <LinkButton to="/tests/receipts" variant="default" leftSection={<IconReceipt size={16} aria-hidden />}>
            Check a receipt
          </LinkButton>
        }
      />
      <ListFilters
        search={search}
        type={testType}
        subject={subject}
        timing={timing}
        onChange={setParams}
        onClear={filtered ? clear : undefined}
        end={<ViewToggle value={view} onChange={setView} />}
      >
        <ChoiceChips
          label="Status"
          choices={[
            { value: undefined, label: 'All', count: counts && counts.pending + counts.accepted + counts.rejected },
            ...collegeTestStatuses.map((value) => ({ value, label: statusLabels[value], count: counts?.[value] })),
          ]}
          value={status}
          onChange={(next) => setParams({ status: next ?? '' })}
        />
      </ListFilters>
      <AssignedTests
        view={view}
        tests={list.data?.tests}
        error={list.error}
        onRetry={() => void list.refetch()}
        offset={list.offset}
        stale={list.isPlaceholderData}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={list.data?.pagination}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        // The seed's rule: after accepting, the list shows that test's type, whatever its subject.
        onAccepted={(test) => setParams({ ...noFilters, type: test.testType })}
        empty={filtered ? <NothingFound onClear={clear} /> : <NothingYet />}
      />
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <NothingMatches title="No tests found" text="No assigned test matches these filters." onClear={onClear} />
)

const NothingYet = () => (
  <EmptyState
    icon={IconClipboardCheck}
    title="No tests assigned yet"
    text="Tests that the platform offers to your college appear here. You decide which of them your students take."
  />
)
