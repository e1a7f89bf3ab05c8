import { Box, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useLeftovers } from '#client/features/attempts/components/use-leftovers.ts'
import { testTypeOf } from '#client/features/tests/model/chosen-type.ts'
import { useWindowClock } from '#client/features/tests/model/test-window.ts'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { pageSizes, useListParams } from '#client/lib/list-params.ts'
import { pageOf } from '#client/lib/page-of.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { DataListFooter } from '#client/ui/data-list-footer.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { QueryError } from '#client/ui/load-state.tsx'
import { NoMatches } from '#client/ui/no-matches.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { MyTestCard } from '../components/my-test-card.tsx'
import classes from '../components/my-tests.module.css'
import { filterMyTests, myTestStatuses } from '../model/my-test-filters.ts'
import { groupMyTests, type Placed, placeMyTests } from '../model/my-test-order.ts'
import { type MyTest, useMyTests } from '../queries.ts'

const none: MyTest[] = []
const noFilters = { search: '', status: '', type: '', subject: '' }

/** A student's tests, available ones first. */
export function MyTestsScreen() {
  const [params, setParams] = useListParams(['status', 'type', 'subject'])
  const list = useMyTests()
  useLeftovers()
  const all = list.data?.assignments ?? none
  const windows = useMemo(() => all.map(({ testId }) => testId), [all])
  const now = useWindowClock(windows, list.offset)
  const filters = {
    search: params.search,
    // Ignore invalid values from a mistyped link.
    status: myTestStatuses.find(({ value }) => value === params.status?.replace('_', '-'))?.value,
    type: testTypeOf(params.type),
    subject: params.subject,
  }
  const found = filterMyTests(placeMyTests(all, now), filters)
  const { search, status, type, subject } = filters
  const filter = bindFilters(filters, setParams)
  const types = (Object.keys(typeLabels) as TestType[]).filter((one) =>
    all.some(({ testId }) => testId.testType === one),
  )
  const groups = groupMyTests(found.shown)
  const { rows, pagination } = pageOf(
    groups.flatMap(({ tests }) => tests),
    params.page,
    params.limit,
  )
  const clear = () => setParams(noFilters)

  return (
    <>
      <PageHeader title="My Tests" purpose="Tests your college has assigned to you." count={list.data && all.length} />
      {all.length > 0 && (
        <FilterBar
          search={{ ...filter('search'), placeholder: 'Search tests' }}
          onClear={search || status || type || subject ? clear : undefined}
        >
          <ChoiceChips
            label="Status"
            choices={[
              { value: undefined, label: 'All', count: found.ofAnyStatus },
              ...myTestStatuses.map((one) => ({
                value: one.value,
                label: one.status,
                count: found.statuses.get(one.value) ?? 0,
              })),
            ]}
            {...filter('status')}
          />
          {/* Offer only the types and subjects of the student's tests. */}
          <FilterSelect
            label="Type"
            all={`All types (${found.ofAnyType})`}
            options={types.map((value) => ({ value, label: `${typeLabels[value]} (${found.types.get(value) ?? 0})` }))}
            {...filter('type')}
          />
          <FilterSelect
            label="Subject"
            all="All subjects"
            options={[...new Set(all.map(({ testId }) => testId.subject))].sort()}
            {...filter('subject')}
          />
        </FilterBar>
      )}
      {list.error && !list.data ? (
        <QueryError framed title="Failed to load tests" query={list} />
      ) : !list.data ? (
        <SimpleGrid minColWidth="min(300px, 100%)" role="status" aria-label="Loading tests">
          {['one', 'two', 'three'].map((name) => (
            <Skeleton key={name} height={290} />
          ))}
        </SimpleGrid>
      ) : rows.length > 0 ? (
        <>
          {groups.map(({ title, tests }) => (
            <Group
              key={title}
              title={title}
              count={tests.length}
              shown={tests.filter((one) => rows.includes(one))}
              now={now}
              offset={list.offset}
            />
          ))}
          {pagination.total > pageSizes[0] && (
            <Box mt="md">
              <DataListFooter
                {...pagination}
                shown={rows.length}
                onChange={(page) => setParams({ page })}
                onLimitChange={(limit) => setParams({ limit })}
              />
            </Box>
          )}
        </>
      ) : (
        <Paper withBorder>
          {all.length > 0 ? (
            <NoMatches title="No tests match these filters" onClear={clear} />
          ) : (
            <EmptyState
              icon={IconClipboardList}
              title="No tests assigned yet"
              text="Tests assigned by your college will appear here"
              action={
                <LinkButton to="/practice-coding" variant="default">
                  Practise coding
                </LinkButton>
              }
            />
          )}
        </Paper>
      )}
    </>
  )
}

interface GroupProps {
  title: string
  /** Total across all pages. */
  count: number
  /** Tests on this page. */
  shown: readonly Placed[]
  now: number
  offset: number
}

function Group({ title, count, shown, now, offset }: GroupProps) {
  if (shown.length === 0) return null
  return (
    <section className={classes.group}>
      <Text component="h2" mb="sm" fz="md" fw={600}>
        {title}{' '}
        <Text span inherit c="dimmed" fw={400} className="tabular">
          {count}
        </Text>
      </Text>
      <SimpleGrid component="ul" minColWidth="min(300px, 100%)">
        {shown.map(({ assignment, status }) => (
          <MyTestCard key={assignment.id} assignment={assignment} status={status} now={now} offset={offset} />
        ))}
      </SimpleGrid>
    </section>
  )
}
