import { Button, Text } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useListParams } from '#client/lib/list-params.ts'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import type { Column } from '#client/ui/data-list-props.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { ProportionBar } from '#client/ui/proportion-bar.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import { paginate } from '#shared/schema.ts'
import { type CollegeResult, namedColleges, sortedColleges } from '../model/college-results.ts'

/** Above this number, show a search. */
const fewColleges = 5

/** Text for a college without students for the test. */
const undecided = { pending: 'Has not decided yet', rejected: 'Rejected the test', accepted: 'Nobody assigned yet' }

const columns: readonly Column<CollegeResult>[] = [
  {
    id: 'name',
    header: 'College',
    card: 'title',
    sortKey: 'name',
    cell: ({ collegeId, collegeName, status, assigned }) => (
      <>
        <CollegeLink collegeId={collegeId} className="text-link record" title={collegeName}>
          {collegeName}
        </CollegeLink>
        {assigned === 0 && (
          <Text size="xs" c="dimmed" fw={400} component="div">
            {undecided[status]}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'assigned',
    header: 'Assigned',
    numeric: true,
    width: 120,
    sortKey: 'assigned',
    sortFirst: 'down',
    sortLabels: ['fewest first', 'most first'],
    cell: ({ assigned }) => assigned.toLocaleString(),
  },
  {
    id: 'attempted',
    header: 'Attempted',
    card: 'wide',
    width: 260,
    sortKey: 'attempted',
    sortFirst: 'down',
    sortLabels: ['smallest share first', 'largest share first'],
    cell: ({ assigned, attempted }) => <ProportionBar part={attempted} whole={assigned} />,
  },
  {
    id: 'average',
    header: 'Average score',
    numeric: true,
    width: 150,
    sortKey: 'average',
    sortFirst: 'down',
    sortLabels: ['lowest first', 'highest first'],
    // An average without any attempts would read as a very low score.
    cell: ({ attempted, averageScore }) =>
      attempted === 0 ? (
        <Text c="dimmed" span aria-label="None yet">
          –
        </Text>
      ) : (
        <ScoreText percentage={averageScore} />
      ),
  },
]

/**
 * A test's results per college. There are a few hundred at most, so they are sorted and searched here. Prints all of
 * them.
 */
export function MasterColleges({ colleges }: { colleges: readonly CollegeResult[] }) {
  const [{ page, limit, search, sort }, setParams] = useListParams(['sort'])
  const printing = usePrinting()
  const found = sortedColleges(namedColleges(colleges, search), sort)
  return (
    <>
      {(colleges.length > fewColleges || search) && (
        <FilterBar
          search={{
            value: search ?? '',
            onChange: (text) => setParams({ search: text }),
            placeholder: 'Search colleges by name',
          }}
        />
      )}
      <DataList
        label="Colleges"
        columns={columns}
        rows={printing ? found : found.slice((page - 1) * limit, page * limit)}
        rowKey={({ collegeId }) => collegeId}
        sort={sort}
        onSort={(next) => setParams({ sort: next })}
        pagination={printing ? undefined : paginate({ page, limit }, found.length)}
        onPageChange={(next) => setParams({ page: next })}
        onLimitChange={(next) => setParams({ limit: next })}
        empty={
          <EmptyState
            icon={IconSearch}
            title="No college found"
            text="No college name matches your search."
            action={
              <Button variant="default" onClick={() => setParams({ search: '' })}>
                Clear search
              </Button>
            }
          />
        }
      />
    </>
  )
}
