import { Box } from '@mantine/core'
import { useState } from 'react'
import { searchOf, useListParams } from '#client/lib/list-params.ts'
import { averageTitle } from '#client/ui/charts/chart-titles.ts'
import { AverageChart } from '#client/ui/charts/score-charts.tsx'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { CollegeLink } from '#client/ui/college-link.tsx'
import { DataList } from '#client/ui/data-list.tsx'
import { type Column, highestFirst, mostFirst, numberColumn } from '#client/ui/data-list-props.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Dash, Note } from '#client/ui/note.tsx'
import { ProportionBar } from '#client/ui/proportion-bar.tsx'
import { ScoreText } from '#client/ui/score-text.tsx'
import { usePrinting } from '#client/ui/use-printing.ts'
import { paginate } from '#shared/schema.ts'
import { type CollegeResult, endOf, maxBars, namedColleges, sortedColleges } from '../model/college-results.ts'

/** Above this number of colleges, show a search field. */
const fewColleges = 5

/** The reason a college's students do not have the test, by assignment status. */
const undecided = { pending: 'No response yet', rejected: 'Rejected the test', accepted: 'No one assigned yet' }

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
        {assigned === 0 && <Note fw={400}>{undecided[status]}</Note>}
      </>
    ),
  },
  numberColumn('assigned', 'Assigned', ({ assigned }) => assigned, { width: 120, sortKey: 'assigned', ...mostFirst }),
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
  numberColumn(
    'average',
    'Average score',
    // Show a dash without attempts: an average of 0 would look like a very low score.
    ({ attempted, averageScore }) =>
      attempted === 0 ? <Dash label="None yet" /> : <ScoreText percentage={averageScore} />,
    { width: 150, sortKey: 'average', ...highestFirst },
  ),
]

/**
 * A test's results per college. There are a few hundred at most, so they are sorted and searched in the browser. Prints
 * all of them.
 */
export function MasterColleges({ colleges }: { colleges: readonly CollegeResult[] }) {
  const [{ page, limit, search, sort }, setParams] = useListParams(['sort'])
  const printing = usePrinting()
  const found = sortedColleges(namedColleges(colleges, search), sort)
  return (
    <>
      {(colleges.length > fewColleges || search) && (
        <FilterBar search={searchOf({ search }, setParams, 'Search colleges by name')} />
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
        noMatches={{
          title: 'No college found',
          text: 'No college name matches your search.',
          clearLabel: 'Clear search',
          onClear: () => setParams({ search: '' }),
        }}
      />
    </>
  )
}

/** Charts the colleges with the highest or lowest averages. With ten or fewer, shows all without a choice. */
export function MasterCollegeChart({ colleges }: { colleges: readonly CollegeResult[] }) {
  const [end, setEnd] = useState<'best' | 'lowest'>('best')
  const taken = colleges.filter(({ attempted }) => attempted > 0).length
  const some = taken > maxBars
  const visible = endOf(colleges, some ? end : 'best')
  // A single bar would only repeat the card above.
  if (taken === 1) return null
  return (
    <div>
      {some && (
        <Box mb="sm" data-print="hide">
          <ChoiceChips
            label="Colleges shown"
            size="sm"
            choices={[
              { value: 'best' as const, label: `${maxBars} best` },
              { value: 'lowest' as const, label: `${maxBars} lowest` },
            ]}
            value={end}
            onChange={(next) => setEnd(next ?? 'best')}
          />
        </Box>
      )}
      <AverageChart
        colored
        insight={averageTitle(
          visible.map(({ collegeName, averageScore }) => ({ name: collegeName, value: averageScore })),
          end === 'best' ? 'highest' : 'lowest',
        )}
        title={some ? `Average score of the ${maxBars} ${end} colleges` : 'Average score by college'}
        unit="Percentage of marks, across all who attempted"
        empty="No student has completed this test yet."
        of="College"
        bars={visible.map(({ collegeName, averageScore }) => ({ label: collegeName, average: averageScore }))}
      />
    </div>
  )
}
