import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { flatTestTypes, subjects, type TestType, testTypes } from '#shared/tests/schema.ts'
import { typeLabels } from '../model/labels.ts'

interface Filters {
  type: TestType | undefined
  subject: string | undefined
  sort: string | undefined
  search: string | undefined
}

interface TestFiltersProps {
  /** Tests of each type under the other filters, undefined until known. */
  counts: Record<TestType, number> | undefined
  value: Filters
  /** Undefined takes a filter away. */
  onChange: (patch: { type?: string; subject?: string; sort?: string; search?: string }) => void
}

/** Type, subject, words and order of the test list, in one row. */
export function TestFilters({ counts, value, onChange }: TestFiltersProps) {
  const { type, subject, sort, search } = value
  // A type that nobody can write yet is shown only where there is such a test.
  const shown = testTypes.filter(
    (name) => flatTestTypes.some((flat) => flat === name) || (counts?.[name] ?? 0) > 0 || name === type,
  )
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  const filtered = Boolean(type ?? subject ?? search)
  return (
    <FilterBar
      search={{
        value: search ?? '',
        onChange: (text) => onChange({ search: text }),
        placeholder: 'Search tests by name',
      }}
      {...(filtered && { onClear: () => onChange({ type: '', subject: '', search: '' }) })}
    >
      <ChoiceChips
        label="Test type"
        choices={[
          { value: undefined, label: 'All', count: total },
          ...shown.map((name) => ({ value: name, label: typeLabels[name], count: counts?.[name] })),
        ]}
        value={type}
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
        label="Sort"
        all="Recent first"
        value={sort === 'recent' ? undefined : sort}
        options={[
          { value: 'name', label: 'Name A–Z' },
          { value: 'upcoming', label: 'Upcoming first' },
        ]}
        onChange={(next) => onChange({ sort: next ?? '' })}
      />
    </FilterBar>
  )
}
