import { typeLabels } from '#client/features/tests/model/type-labels.ts'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import type { TestType } from '#shared/tests/tests.schema.ts'
import { type MyTestFilters as Filters, type filterMyTests, myTestStatuses } from '../model/my-test-filters.ts'
import type { MyTest } from '../queries.ts'

interface MyTestFiltersProps {
  all: readonly MyTest[]
  found: ReturnType<typeof filterMyTests>
  filters: Filters
  /** '' removes a filter. */
  onChange: (patch: { search?: string; status?: string; type?: string; subject?: string }) => void
  onClear: () => void
}

/** Status, search, type and subject. Offers only the types and subjects that the student has. */
export function MyTestFilters({ all, found, filters, onChange, onClear }: MyTestFiltersProps) {
  const { search, status, type, subject } = filters
  const types = (Object.keys(typeLabels) as TestType[]).filter((one) =>
    all.some(({ testId }) => testId.testType === one),
  )
  const subjects = [...new Set(all.map(({ testId }) => testId.subject))].sort()
  return (
    <FilterBar
      search={{
        value: search ?? '',
        onChange: (text) => onChange({ search: text }),
        placeholder: 'Search tests',
      }}
      onClear={search || status || type || subject ? onClear : undefined}
    >
      <ChoiceChips
        label="Status"
        choices={[
          { value: undefined, label: 'All', count: found.ofAnyStatus },
          ...myTestStatuses.map((one) => ({
            value: one.value as string,
            label: one.status,
            count: found.statuses.get(one.value) ?? 0,
          })),
        ]}
        value={status}
        onChange={(next) => onChange({ status: next ?? '' })}
      />
      <FilterSelect
        label="Type"
        all={`All types (${found.ofAnyType})`}
        value={type}
        options={types.map((value) => ({ value, label: `${typeLabels[value]} (${found.types.get(value) ?? 0})` }))}
        onChange={(next) => onChange({ type: next ?? '' })}
      />
      <FilterSelect
        label="Subject"
        all="All subjects"
        value={subject}
        options={subjects}
        onChange={(next) => onChange({ subject: next ?? '' })}
      />
    </FilterBar>
  )
}
