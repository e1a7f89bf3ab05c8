import type { ComponentProps } from 'react'
import { useGroupNames } from '#client/features/members/queries.ts'
import { codeOf } from '#client/lib/errors.ts'
import { useListParams } from '#client/lib/list-params.ts'
import { useUser } from '#client/lib/session.ts'
import { timeZone } from '#client/lib/time.ts'
import { DateRange } from '#client/ui/date-range.tsx'
import { appliedDays, daysText, reportPresets } from '#client/ui/day-range.ts'
import { bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { FilterSheet } from '#client/ui/filter-sheet.tsx'
import { maxOptions, SearchSelect, useTypedSearch } from '#client/ui/search-select.tsx'
import { performanceSorts } from '#shared/reports/performance.schema.ts'
import { subjects } from '#shared/tests/tests.schema.ts'
import { useTestName, useTestReports } from '../queries.ts'
import classes from './performance.module.css'
import { ReportGroupFilters } from './report-filters.tsx'

/** The report's filters for students and attempts, in one row. */
export function PerformanceReportFilters({ filter }: { filter: PerformanceFilter }) {
  const { isFaculty, shown, chosen, setParams, clear } = filter
  const { batch, branch, section, subject, test, from, to } = shown
  const bound = bindFilters({ batch, branch, section, test }, setParams)
  return (
    <FilterBar onClear={chosen > 0 ? clear : undefined} clearLabel="Clear All">
      <FilterSheet chosen={chosen}>
        <ReportGroupFilters names={useGroupNames()} filter={bound} byBranch={!isFaculty} />
        <DateRange
          from={from}
          to={to}
          onChange={(next) => setParams({ from: next.from ?? '', to: next.to ?? '' })}
          presets={reportPresets}
          all="All time"
        />
        <FilterSelect
          label="Subject"
          all="All Subjects"
          value={subject}
          options={subjects}
          // Clear the test, which may belong to another subject.
          onChange={(next) => setParams({ subject: next ?? '', test: '' })}
        />
        <TestSelect subject={subject} {...bound('test')} />
      </FilterSheet>
    </FilterBar>
  )
}

interface TestSelectProps extends Pick<ComponentProps<typeof SearchSelect>, 'value' | 'onChange'> {
  /** Offers only tests of this subject. */
  subject: (typeof subjects)[number] | undefined
}

/** Selects a test that the college accepted, by name. */
function TestSelect({ value, onChange, subject }: TestSelectProps) {
  const chosen = useTestName(value)
  const gone = chosen.error !== null && codeOf(chosen.error) === 'NOT_FOUND'
  const name = gone ? 'Unknown test' : chosen.data
  const typed = useTypedSearch(name)
  const { data, isFetching } = useTestReports({ search: typed.search, subject, limit: maxOptions })
  return (
    <SearchSelect
      className={classes.testFilter}
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

const keys = ['batch', 'branch', 'section', 'from', 'to', 'subject', 'test', 'sort'] as const
const noFilters = { search: '', batch: '', branch: '', section: '', from: '', to: '', subject: '', test: '' }

/** URL state of Performance Reports: filters, page and sort order. */
export function usePerformanceFilter() {
  const isFaculty = useUser().role === 'faculty'
  const [params, setParams] = useListParams(keys)
  const { batch, section, test: testId, page, limit, search } = params
  // Ignore the branch in an admin's link, because faculty can neither see nor clear this filter.
  const branch = isFaculty ? undefined : params.branch
  const subject = subjects.find((known) => known === params.subject)
  const days = appliedDays(params.from, params.to)
  const testName = useTestName(testId).data
  const query = { batch, branch, section, startDate: days.from, endDate: days.to, subject, testId }
  return {
    isFaculty,
    /** Values of the fields, even if the dates are in the wrong order. */
    shown: { ...params, branch, subject },
    chosen: Object.values(query).filter(Boolean).length - (days.from && days.to ? 1 : 0),
    /** The filters in words, for printing. */
    words: [batch, branch, section, (days.from || days.to) && daysText(days), subject, testName].filter(Boolean),
    query: { ...query, timeZone: timeZone() },
    list: { page, limit, search, sort: performanceSorts.find((known) => known === params.sort) },
    setParams,
    clear: () => setParams(noFilters),
  }
}
export type PerformanceFilter = ReturnType<typeof usePerformanceFilter>
