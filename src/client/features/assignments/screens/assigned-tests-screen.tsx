import { Group } from '@mantine/core'
import { IconClipboardCheck, IconPlus, IconReceipt } from '@tabler/icons-react'
import { statusLabels } from '#client/features/tests/components/assignment-status-badge.tsx'
import { useAuthoring } from '#client/lib/authoring.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useListView } from '#client/lib/list-view.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { pagedBy } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { bindFilters } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { PageHeader, type PageHeaderProps } from '#client/ui/page-header.tsx'
import { ViewSwitch } from '#client/ui/view-switch.tsx'
import {
  assignmentStatuses,
  type CollegeTestSort,
  type CollegeTestStatus,
  collegeTestSorts,
  collegeTestStatuses,
} from '#shared/assignments/assignments.schema.ts'
import { subjects, testTimings, testTypes } from '#shared/tests/tests.schema.ts'
import { AssignedTests } from '../components/assigned-tests.tsx'
import { ListFilters } from '../components/list-filters.tsx'
import { useCollegeTests } from '../queries.ts'

interface ListProps {
  title: string
  purpose: string
  sibling: NonNullable<PageHeaderProps['sibling']>
  /** Statuses to filter by. `All` includes only these. */
  statuses: readonly CollegeTestStatus[]
  defaultSort: CollegeTestSort
}

/** Tests offered to a college, latest offer first. */
export const AssignedTestsScreen = () => (
  <CollegeTestList
    title="Assigned Tests"
    purpose="Accept tests offered to your college, assign them to students and track progress."
    sibling={{ label: 'All tests on the platform', to: '/tests' }}
    statuses={assignmentStatuses}
    defaultSort="-assigned"
  />
)

/** The catalogue: all tests by name, including tests never offered to the college. */
export const CollegeTestsScreen = () => (
  <CollegeTestList
    title="Tests"
    purpose="All tests on the platform, including those not offered to your college."
    sibling={{ label: 'Tests offered to your college', to: '/assigned-tests' }}
    statuses={collegeTestStatuses}
    defaultSort="name"
  />
)

/** Ignores invalid values from an old or mistyped link. */
const known = <Value extends string>(all: readonly Value[], text: string | undefined) =>
  all.find((value) => value === text)

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const noFilters = { type: '', subject: '', status: '', timing: '', search: '' }

function CollegeTestList({ title, purpose, sibling, statuses, defaultSort }: ListProps) {
  const [params, setParams] = useListParams(['type', 'subject', 'status', 'timing', 'sort'])
  const [view] = useListView()
  const canWrite = useAuthoring().data?.canWrite === true
  const testType = known(testTypes, params.type)
  const subject = known(subjects, params.subject)
  const status = known(statuses, params.status)
  const timing = known(testTimings, params.timing)
  const sort = known(collegeTestSorts, params.sort) ?? defaultSort
  const { page, limit, search } = params
  const list = useCollegeTests({
    ...{ page, limit, testType, subject, search, timing, sort },
    ...(status ? { status } : statuses.includes('not_assigned') ? {} : { isAssigned: true }),
  })
  const clear = () => setParams(noFilters)
  const filtered = Boolean(testType || subject || status || timing || search)
  const filter = bindFilters({ search, type: testType, subject, timing, status }, setParams)
  const counts = list.data?.counts

  return (
    <>
      <PageHeader
        title={title}
        purpose={purpose}
        sibling={sibling}
        count={list.data?.pagination.total}
        action={
          <Group gap="xs">
            <ViewSwitch views={['table', 'cards']} hiddenOnPhone />
            <LinkButton to="/tests/receipts" variant="default" leftSection={<IconReceipt size={16} aria-hidden />}>
              Check a receipt
            </LinkButton>
            {canWrite && (
              <LinkButton
                to="/tests/new"
                search={testType ? { type: testType } : {}}
                leftSection={<IconPlus size={16} aria-hidden />}
              >
                Create Test
              </LinkButton>
            )}
          </Group>
        }
      />
      <ListFilters filter={filter} onClear={filtered ? clear : undefined}>
        <ChoiceChips
          label="Status"
          choices={[
            { value: undefined, label: 'All', count: counts && sumOf(statuses.map((one) => counts[one])) },
            ...statuses.map((value) => ({ value, label: statusLabels[value], count: counts?.[value] })),
          ]}
          {...filter('status')}
        />
      </ListFilters>
      <AssignedTests
        view={view.view === 'table' ? 'table' : 'cards'}
        tests={list.data?.tests}
        list={{ ...pagedBy(list, setParams), sort }}
        offset={list.offset}
        // As specified, show all tests of the accepted test's type.
        onAccepted={(test) => setParams({ ...noFilters, type: test.testType })}
        empty={
          filtered ? (
            <NoMatches title="No tests found" text="No tests match these filters." onClear={clear} />
          ) : (
            <EmptyState
              icon={IconClipboardCheck}
              title="No tests assigned yet"
              text="Tests offered to your college appear here. You decide which ones your students take."
            />
          )
        }
      />
    </>
  )
}
