import type { ReactNode } from 'react'
import { typeLabels } from '#client/features/tests/model/labels.ts'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { subjects, testTimings, testTypes } from '#shared/tests/schema.ts'

interface ListFiltersProps {
  type: string | undefined
  subject: string | undefined
  /** State of the test window. */
  timing: string | undefined
  search: string | undefined
  /** '' takes a filter away. */
  onChange: (patch: { type?: string; subject?: string; timing?: string; search?: string }) => void
  onClear: (() => void) | undefined
  /** Filters of one list alone, before the others. */
  children?: ReactNode
}

/** Words, type, subject and timing: what every list of assigned tests is filtered by. */
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
