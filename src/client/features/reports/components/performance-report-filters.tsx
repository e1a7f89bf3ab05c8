import type { useGroupNames } from '#client/features/members/queries.ts'
import { codeOf } from '#client/lib/errors.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { reportPresets } from '#client/ui/day-range.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { maxOptions, SearchSelect, useTypedSearch } from '#client/ui/search-select.tsx'
import { subjects } from '#shared/tests/tests.schema.ts'
import { useTestName, useTestReports } from '../queries.ts'
import classes from './performance.module.css'
import { ReportGroupFilters } from './report-group-filters.tsx'
import type { PerformanceFilter } from './use-performance-filter.ts'

interface PerformanceReportFiltersProps {
  names: Pick<ReturnType<typeof useGroupNames>, 'batches' | 'branches' | 'sections'>
  filter: PerformanceFilter
}

/** Selects the students and attempts of the report, in one row. */
export function PerformanceReportFilters({ names, filter }: PerformanceReportFiltersProps) {
  const { isFaculty, shown, chosen, setParams, clear } = filter
  return (
    <FilterBar onClear={chosen > 0 ? clear : undefined} clearLabel="Clear All">
      <FilterSheet chosen={chosen}>
        <ReportGroupFilters names={names} value={shown} onChange={setParams} byBranch={!isFaculty} />
        <DateRange
          from={shown.from}
          to={shown.to}
          onChange={({ from, to }) => setParams({ from: from ?? '', to: to ?? '' })}
          presets={reportPresets}
          all="All time"
        />
        <FilterSelect
          label="Subject"
          all="All Subjects"
          value={shown.subject}
          options={subjects}
          // The chosen test may belong to another subject.
          onChange={(subject) => setParams({ subject: subject ?? '', test: '' })}
        />
        <TestSelect
          className={classes.testFilter}
          value={shown.test}
          subject={shown.subject}
          onChange={(test) => setParams({ test: test ?? '' })}
        />
      </FilterSheet>
    </FilterBar>
  )
}

interface TestSelectProps {
  className?: string | undefined
  /** Test id; undefined means all. */
  value: string | undefined
  onChange: (id: string | undefined) => void
  /** Offers only tests of this subject. */
  subject: (typeof subjects)[number] | undefined
}

/** Selects a test that the college accepted, by name. */
function TestSelect({ className, value, onChange, subject }: TestSelectProps) {
  const chosen = useTestName(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Unknown test' : chosen.data
  const typed = useTypedSearch(name)
  const { data, isFetching } = useTestReports({ search: typed.search, subject, limit: maxOptions })
  return (
    <SearchSelect
      className={className}
      label="Test"
      all="All Tests"
      value={value}
      name={name}
      onChange={onChange}
      typed={typed}
      options={(data?.tests ?? []).map(({ testId }) => ({ value: testId.id, label: testId.testName }))}
      searching={isFetching}
      nothingFound="No test matches"
    />
  )
}
