import type { ReactNode } from 'react'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { subjects, testTimings, testTypes } from '#shared/tests/tests.schema.ts'

interface ListFiltersProps {
  type: string | undefined
  subject: string | undefined
  /** State of the test window. */
  timing: string | undefined
  search: string | undefined
  /** '' removes a filter. */
  onChange: (patch: { type?: string; subject?: string; timing?: string; search?: string }) => void
  onClear: (() => void) | undefined
  /** Filters specific to one list, shown first. */
  children?: ReactNode
}

/** Filters common to all lists of assigned tests: search, type, subject and timing. */
export function ListFilters({ type, subject, timing, search, onChange, onClear, children }: ListFiltersProps) {
  return (
    <FilterBar
      search={{
        value: search ?? '',
        onChange: (text) => onChange({ search: text }),
        placeholder: 'Search tests by name',
      }}
      onClear={onClear}
    >
      {children}
      <FilterSelect
        label="Type"
        all="All types"
        value={type}
        options={testTypes.map((value) => ({ value, label: typeLabels[value] }))}
        onChange={(next) => onChange({ type: next ?? '' })}
      />
      <FilterSelect
        label="Subject"
        all="All subjects"
        value={subject}
        options={subjects}
        onChange={(next) => onChange({ subject: next ?? '' })}
      />
      <FilterSelect
        label="Timing"
        all="Any time"
        value={timing}
        options={testTimings}
        onChange={(next) => onChange({ timing: next ?? '' })}
      />
    </FilterBar>
  )
}
