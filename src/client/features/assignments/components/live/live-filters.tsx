import { useMemo } from 'react'
import { ChoiceChips } from '#client/ui/choice-chips.tsx'
import { FilterBar, FilterSelect } from '#client/ui/filter-bar.tsx'
import { type LiveStatus, liveStatuses } from '#shared/attempts/live/schema.ts'
import type { LiveRow } from '../../model/live-feed.ts'
import { type LiveFilters as Filters, groupsOf, statusLabels } from '../../model/live-rows.ts'

interface LiveFiltersProps {
  students: readonly LiveRow[]
  /** Students per status under the other filters. */
  counts: Record<LiveStatus, number> & { assigned: number }
  value: Filters & { status: LiveStatus | undefined }
  /** '' takes a filter away. */
  onChange: (patch: Partial<Record<keyof Filters, string>>) => void
}

/** Status, groups and words: who of the assigned is shown. */
export function LiveFilters({ students, counts, value, onChange }: LiveFiltersProps) {
  const { status, batch, branch, section, search } = value
  const groups = useMemo(() => groupsOf(students, { batch, branch }), [students, batch, branch])
  const isFiltered = Boolean(status ?? batch ?? branch ?? section ?? search)
  return (
    <FilterBar
      search={{
        value: search ?? '',
        onChange: (text) => onChange({ search: text }),
        placeholder: 'Search by name, email or roll number',
      }}
      {...(isFiltered && {
        onClear: () => onChange({ status: '', batch: '', branch: '', section: '', search: '' }),
      })}
    >
      <ChoiceChips
        label="Status"
        choices={[
          { value: undefined, label: 'All', count: counts.assigned },
          ...liveStatuses.map((name) => ({ value: name, label: statusLabels[name], count: counts[name] })),
        ]}
        value={status}
        onChange={(next) => onChange({ status: next ?? '' })}
      />
      <FilterSelect
        label="Batch"
        all="All batches"
        value={batch}
        options={groups.batches}
        onChange={(next) => onChange({ batch: next ?? '', branch: '', section: '' })}
      />
      <FilterSelect
        label="Branch"
        all="All branches"
        value={branch}
        options={groups.branches}
        onChange={(next) => onChange({ branch: next ?? '', section: '' })}
      />
      <FilterSelect
        label="Section"
        all="All sections"
        value={section}
        options={groups.sections}
        onChange={(next) => onChange({ section: next ?? '' })}
      />
    </FilterBar>
  )
}
