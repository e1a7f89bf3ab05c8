import type { useGroupNames } from '#client/features/members/queries.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { reportPresets } from '#client/ui/date-range-days.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { subjects } from '#shared/tests/tests.schema.ts'
import classes from './performance.module.css'
import { ReportGroupFilters } from './report-group-filters.tsx'
import { TestSelect } from './test-select.tsx'
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
