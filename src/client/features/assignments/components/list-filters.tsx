import type { ReactNode } from 'react'
import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { type bindFilters, FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { subjects, testTimings, testTypes } from '#shared/tests/tests.schema.ts'

type Bound = ReturnType<typeof bindFilters<{ [K in 'search' | 'type' | 'subject' | 'timing']: string | undefined }>>

interface ListFiltersProps {
  filter: Bound
  onClear: (() => void) | undefined
  /** Filters specific to one list, shown first. */
  children?: ReactNode
}

/** Filters common to all lists of assigned tests: search, type, subject and the state of the test window. */
export const ListFilters = ({ filter, onClear, children }: ListFiltersProps) => (
  <FilterBar search={{ ...filter('search'), placeholder: 'Search tests by name' }} onClear={onClear}>
    {children}
    <FilterSelect
      label="Type"
      all="All types"
      options={testTypes.map((value) => ({ value, label: typeLabels[value] }))}
      {...filter('type')}
    />
    <FilterSelect label="Subject" all="All subjects" options={subjects} {...filter('subject')} />
    <FilterSelect label="Timing" all="Any time" options={testTimings} {...filter('timing')} />
  </FilterBar>
)
